import JSON
import TestSupport
import Navigation
import SQLiteJournal
import Sessions
import Testing

@Suite("Messages in the database", .journal)
struct MessageTests {
  let harness = JournalHarness.current

  private func message(_ text: String, to owner: Owner, chain: Int = 0) -> MessageStep {
    .send(OutgoingMessage(to: .id(owner.id), action: Array(#"{"type":"\#(text)"}"#.utf8), chain: chain))
  }

  private func all(_ harness: JournalHarness, after id: Int64 = 0) async throws -> [String] {
    try await harness.journal.messages(MessageQuery(after: id, limit: 100)).messages
      .map { "\($0.id) \(String(decoding: $0.action, as: UTF8.self)) \($0.at) \($0.chain)" }
  }

  @Test("Messages are added and removed by changes, and their ids are never reused")
  func rows() async throws {
    let (owner, other) = (await harness.owner(), await harness.owner())
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

  @Test("Messages by key count towards the mailbox, those to unknown keys towards that of the sender")
  func keys() async throws {
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

  @Test("Deleting a session deletes the messages to it and no others")
  func deletion() async throws {
    let (owner, other) = (await harness.owner(), await harness.owner())
    let sent = owner.change(2, messages: [message("a", to: other), message("b", to: owner)])
    #expect(await harness.journal.change(owner, sent) == nil)
    #expect(await harness.journal.write(.delete(other.id)) == nil)
    #expect(try await all(harness) == [#"2 {"type":"b"} 2000 0"#])
    #expect(
      try harness.plan("DELETE FROM messages WHERE recipient = 'x'")
        == "SEARCH messages USING INDEX messages_by_recipient (recipient=?)")
  }
}
