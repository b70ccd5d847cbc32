import JSON
import TestSupport
import Navigation
import SQLiteJournal
import Sessions
import Testing

@Suite("Messages in the database")
struct MessageTests {
  private func message(_ text: String, to owner: Owner, chain: Int = 0) -> MessageStep {
    .send(OutgoingMessage(to: .id(owner.id), action: Array(#"{"type":"\#(text)"}"#.utf8), chain: chain))
  }

  private func all(_ harness: JournalHarness, after id: Int64 = 0) async throws -> [String] {
    try await harness.journal.messages(MessageQuery(after: id, limit: 100)).messages
      .map { "\($0.id) \(String(decoding: $0.action, as: UTF8.self)) \($0.at) \($0.chain)" }
  }

  @Test("Messages are added and removed by changes, and their ids are never reused")
  func rows() async throws {
    try await withJournal { (harness) async throws in
      let (owner, other) = (Owner(), Owner())
      for owner in [owner, other] { #expect(await harness.journal.create(owner) == nil) }
      let sent = owner.change(2, messages: [message("a", to: other), message("b", to: other, chain: 7)])
      #expect(await harness.journal.change(owner, sent) == nil)
      #expect(try await all(harness) == [#"1 {"type":"a"} 2000 0"#, #"2 {"type":"b"} 2000 7"#])
      #expect(try await harness.journal.messages(MessageQuery(after: 0, limit: 1)).next == 1)
      let page = try await harness.journal.messages(MessageQuery(after: 1, limit: 2))
      #expect(page.next == nil)
      #expect(page.messages.map(\.sender) == [owner.id])
      #expect(page.messages.map(\.recipient) == [other.id])
      #expect(await harness.journal.change(other, other.change(2, messages: [.remove(1)])) == nil)
      #expect(await harness.journal.write(.dismiss(2)) == nil)
      #expect(try await all(harness) == [])
      try await withJournal(in: harness.crashed()) { (again) async throws in
        #expect(await again.journal.change(owner, owner.change(3, messages: [message("c", to: other)])) == nil)
        #expect(try await all(again, after: 2) == [#"3 {"type":"c"} 3000 0"#])
      }
    }
  }

  @Test("After a failed write, the messages are those of the last acknowledged change")
  func failing() async throws {
    try await withJournal { (harness) async throws in
      let (owner, other) = (Owner(), Owner())
      for owner in [owner, other] { #expect(await harness.journal.create(owner) == nil) }
      #expect(await harness.journal.change(owner, owner.change(2, messages: [message("a", to: other)])) == nil)
      harness.disk.fail(.full)
      #expect(await harness.journal.change(owner, owner.change(3, messages: [message("b", to: other)])) != nil)
      #expect(await harness.journal.change(other, other.change(2, messages: [.remove(1)])) != nil)
      #expect(await harness.journal.write(.dismiss(1)) != nil)
      harness.disk.heal()
      #expect(try await all(harness).count == 1)
    }
  }

  @Test("Messages by key count towards the mailbox, those to unknown keys towards that of the sender")
  func keys() async throws {
    try await withJournal { (harness) async throws in
      let (owner, other) = (Owner(), Owner(key: "box"))
      for owner in [owner, other] { #expect(await harness.journal.create(owner) == nil) }
      let mailboxes = try #require(harness.journal.mailboxes)
      mailboxes.limit.messages = 2
      func send(_ key: String, _ revision: Int) async -> JournalFailure? {
        let message = OutgoingMessage(to: .key(key), action: Array("{}".utf8), chain: 0)
        return await harness.journal.change(owner, owner.change(revision, messages: [.send(message)]))
      }
      let full = JournalFailure.mailboxFull(limit: mailboxes.limit)
      #expect(mailboxes.reserve([MailboxEntry(to: other.id, from: owner.id, bytes: 2)]))
      #expect(await send("box", 2) == nil)
      #expect(await send("box", 3) == full)
      #expect(await send("nobox", 3) == nil)
      #expect(await send("nobox", 4) == nil)
      #expect(await send("nobox", 5) == full)
      try await withJournal(in: harness.crashed()) { (again) async throws in
        let mailboxes = try #require(again.journal.mailboxes)
        mailboxes.limit.messages = 2
        #expect(!mailboxes.reserve([MailboxEntry(to: owner.id, from: other.id, bytes: 2)]))
        #expect(mailboxes.reserve([MailboxEntry(to: other.id, from: owner.id, bytes: 2)]))
        #expect(!mailboxes.reserve([MailboxEntry(to: other.id, from: owner.id, bytes: 2)]))
      }
    }
  }

  @Test("Deleting a session deletes the messages to it and no others")
  func deletion() async throws {
    try await withJournal { (harness) async throws in
      let (owner, other) = (Owner(), Owner())
      for owner in [owner, other] { #expect(await harness.journal.create(owner) == nil) }
      let sent = owner.change(2, messages: [message("a", to: other), message("b", to: owner)])
      #expect(await harness.journal.change(owner, sent) == nil)
      #expect(await harness.journal.write(.delete(other.id)) == nil)
      #expect(try await all(harness) == [#"2 {"type":"b"} 2000 0"#])
      #expect(
        try harness.plan("DELETE FROM messages WHERE recipient = 'x'")
          == "SEARCH messages USING INDEX messages_by_recipient (recipient=?)")
    }
  }

  @Test("Messages that were sent before a crash are delivered once after it, in order")
  func kill() async throws {
    try await withJournal { (harness) async throws in
      let server = Server(harness)
      let (here, there) = (try await server.session(), try await server.session())
      let say = Action("say", ["text": "abc", "to": .string(there.text)])
      try await server.send(say, to: here)
      try await withJournal(in: harness.crashed()) { (again) async throws in
        let server = Server(again)
        try await server.bring(again)
        #expect(try await server.heard(there) == "abc")
        try await withJournal(in: again.crashed()) { (third) async throws in
          let server = Server(third)
          try await server.send(say, to: here)
          try await server.bring(third)
          #expect(try await server.heard(there) == "abcabc")
          #expect(try await third.journal.history(Owner(there)).count == 6)
        }
      }
    }
  }
}

extension Server {
  /// Creates a server of the app `walkie` that delivers messages.
  fileprivate init(_ harness: JournalHarness) {
    self.init(harness, MessageTestApp.app)
    registry.startMessages(wakeup)
  }

  /// Fires the timer until no message is pending.
  fileprivate func bring(_ harness: JournalHarness) async throws {
    while try harness.integer("SELECT count(*) FROM messages") != 0 {
      wakeup.fireIfDue()
      await Task.yield()
    }
  }

  fileprivate func heard(_ id: SessionID) async throws -> String? {
    try await read(.session, id)["current"]?["state"]?["heard"]?.stringValue
  }
}
