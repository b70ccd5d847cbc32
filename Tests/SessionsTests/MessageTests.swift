import JSON
import TestSupport
import Navigation
import Testing

@testable import Sessions

@Suite("Messages")
struct MessageTests {
  let harness = SessionsHarness()

  private func two() throws -> (SessionID, SessionID) {
    (try harness.session(MessageTestApp.app), try harness.session(MessageTestApp.app))
  }

  @Test("A reducer's messages are delivered once and in order, with the sender as the actor")
  func effect() throws {
    let wakeup = harness.post()
    let (here, there) = try two()
    harness.send(.say("abc", to: there), to: here)
    harness.commit(.say("de", to: there), to: here)
    #expect(harness.journal.tables.messages.count == 5)
    harness.bring(wakeup)
    #expect(try harness.heard(there) == "abcde")
    #expect(harness.journal.tables.messages.isEmpty)
    #expect(harness.log(there).first == #"\#(here.text) {"type":"hear","text":"a"}"#)
    harness.bring(wakeup, after: 100_000)
    #expect(try harness.heard(there) == "abcde")
    #expect(harness.log(there).count == 5)
  }

  @Test("A client's message is a change of the sender and is delivered to the recipient")
  func client() throws {
    let wakeup = harness.post()
    let (here, there) = try two()
    let asked = harness.message(.hear("a"), from: here, to: there.text)
    #expect(asked.answer == nil)
    harness.journal.settle()
    #expect(asked.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(harness.log(here) == [#"- {"type":"message"}"#])
    harness.bring(wakeup)
    #expect(try harness.heard(there) == "a")
  }

  @Test("A message is delivered only after the sender's change is durable")
  func failingSender() throws {
    let wakeup = harness.post()
    let (here, there) = try two()
    harness.send(.say("a", to: there), to: here)
    wakeup.fireIfDue()
    #expect(harness.journal.waiting == 1, "the sender's change alone")
    harness.journal.settle(failing: .full("no space"))
    harness.bring(wakeup)
    #expect(harness.log(there) == [])
    harness.commit(.say("b", to: there), to: here)
    harness.bring(wakeup)
    #expect(try harness.heard(there) == "b")
  }

  @Test("Messages wait while the journal fails and are then delivered once and in order")
  func failingRecipient() throws {
    let wakeup = harness.post()
    let (here, there) = try two()
    harness.commit(.say("abc", to: there), to: here)
    for _ in 0..<3 {
      while wakeup.isDue { wakeup.fireIfDue() }
      #expect(harness.journal.waiting == 1)
      harness.journal.settle(failing: .unavailable("the disk is away"))
      #expect(!wakeup.isDue)
      harness.clock.advance(1_000)
    }
    harness.bring(wakeup)
    #expect(try harness.heard(there) == "abc")
  }

  @Test("Messages are delivered once and in order despite a restart between any two steps", arguments: 0..<12)
  func restart(steps: Int) throws {
    let wakeup = harness.post()
    let (here, there) = try two()
    harness.commit(.say("abc", to: there), to: here)
    for _ in 0..<steps {
      if harness.journal.waiting > 0 { harness.journal.settle(1) } else { wakeup.fireIfDue() }
    }
    let after = SessionsHarness(after: harness, copy: true, apps: [MessageTestApp.app])
    let again = after.post()
    after.bring(again)
    #expect(after.journal.tables.messages.isEmpty)
    #expect(after.log(there).count == 3)
    after.commit(.say("d", to: there), to: here)
    after.bring(again)
    #expect(try after.heard(there) == "abcd")
  }

  @Test("A refused message makes no revision of its recipient, and is noted in the history of its sender")
  func refused() throws {
    let dropped = Dropped()
    let wakeup = harness.post(onFailure: dropped)
    let (here, there) = try two()
    for type in ["hangUp", "nod", "fly"] { harness.message(Action(type), from: here, to: there.text) }
    harness.message(.hear("x"), from: here, to: there.text)
    harness.journal.settle()
    harness.bring(wakeup)
    #expect(try harness.heard(there) == "x")
    #expect(harness.log(there).count == 1)
    #expect(harness.journal.tables.messages.isEmpty)
    #expect(dropped.codes == ["silent", "unknown-action"])
    harness.journal.settle()
    #expect(try refusals(of: here) == [nil, nil, nil, nil, "silent", "unknown-action"])
  }

  /// The codes of the refusals in the history of a session.
  private func refusals(of id: SessionID) throws -> [String?] {
    let query = HistoryPageQuery(session: id, after: 0, limit: 9)
    return try harness.journal.tables.history(query).items.map { item in
      try item.refused.map { try StoredRefusal(stored: $0, of: item.revision).code }
    }
  }

  @Test("A message to a missing session is refused or, if a reducer sends it, dropped at delivery")
  func absentRecipient() throws {
    let dropped = Dropped()
    let wakeup = harness.post(onFailure: dropped)
    let (here, there) = try two()
    let missing = "s_AAAAAAAAAAAAAAAAAAAAAA"
    for recipient in ["", "x", missing] {
      #expect(harness.message(.hear("x"), from: here, to: recipient).answer == "refused no-such-recipient")
    }
    let misspelt = Action("say", ["text": "x", "to": "x"])
    #expect(harness.send(misspelt, to: here).answer == "refused no-such-recipient")
    harness.send(Action("say", ["text": "x", "to": .string(missing)]), to: here)
    harness.commit(.say("x", to: there), to: here)
    harness.commitDeletion(of: there)
    harness.bring(wakeup)
    #expect(dropped.codes == ["gone"], "the deletion of a session also deletes the messages to it")
    #expect(harness.journal.tables.messages.isEmpty)
    harness.journal.settle()
    #expect(try refusals(of: here) == [nil, nil, "no-such-recipient"])
  }

  @Test("A message that is repeated with its idempotency key is sent once")
  func key() throws {
    let wakeup = harness.post()
    let (here, there) = try two()
    let key = IdempotencyKey(text: "k", fingerprint: [1]) { _ in StoredResponse(status: 409, body: []) }
    harness.message(.hear("x"), from: here, to: there.text, key: key)
    harness.journal.settle()
    let again = harness.message(.hear("x"), from: here, to: there.text, key: key)
    #expect(again.answer == #"replayed 2 200 {"revision":2,"changed":true,"outputs":[]}"#)
    harness.bring(wakeup)
    #expect(try harness.heard(there) == "x")
  }

  @Test("The refusal of a message is replayed if the message is repeated with its idempotency key")
  func refusedKey() throws {
    let here = try harness.session(MessageTestApp.app)
    let key = IdempotencyKey(text: "k", fingerprint: [1]) { _ in StoredResponse(status: 409, body: []) }
    let first = harness.message(.hear("x"), from: here, to: "x", key: key)
    harness.journal.settle()
    #expect(first.answer == "refused no-such-recipient")
    #expect(harness.message(.hear("x"), from: here, to: "x", key: key).answer == "replayed 1 409 ")
  }

  @Test("A message is delivered although its sender was deleted")
  func deletedSender() throws {
    let wakeup = harness.post()
    let (here, there) = try two()
    harness.commit(.say("x", to: there), to: here)
    harness.commitDeletion(of: here)
    harness.bring(wakeup)
    #expect(try harness.heard(there) == "x")
    #expect(harness.log(there) == [#"\#(here.text) {"type":"hear","text":"x"}"#])
  }

  @Test("A full mailbox refuses all messages of a change until it has capacity again")
  func mailbox() throws {
    let harness = SessionsHarness { $0.mailbox.messages = 2 }
    let wakeup = harness.post()
    let (here, there) = (try harness.session(MessageTestApp.app), try harness.session(MessageTestApp.app))
    #expect(harness.send(.say("abc", to: there), to: here).answer == "mailbox full: 2")
    harness.send(.say("a", to: there), to: here)
    #expect(harness.send(.say("bc", to: there), to: here).answer == "mailbox full: 2")
    harness.message(.hear("b"), from: here, to: there.text)
    #expect(harness.message(.hear("c"), from: here, to: there.text).answer == "mailbox full: 2")
    harness.journal.settle(failing: .full("no space"))
    harness.commit(.say("de", to: there), to: here)
    harness.bring(wakeup)
    harness.commit(.say("fg", to: there), to: here)
    harness.bring(wakeup)
    #expect(try harness.heard(there) == "defg")
  }

  @Test("A mailbox has a limit in bytes, and an empty one takes any message")
  func mailboxBytes() throws {
    let harness = SessionsHarness { $0.mailbox.bytes = 60 }
    let (here, there) = (try harness.session(MessageTestApp.app), try harness.session(MessageTestApp.app))
    let long = String(repeating: "x", count: 100)
    #expect(harness.message(.hear(long), from: here, to: here.text).answer == nil)
    harness.message(.hear("b"), from: here, to: there.text)
    #expect(harness.message(.hear("c"), from: here, to: there.text).answer == nil)
    #expect(harness.message(.hear("d"), from: here, to: there.text).answer == "mailbox full: 1000")
  }

  @Test("Undelivered messages count towards the mailbox limit after a restart")
  func mailboxAfterRestart() throws {
    let harness = SessionsHarness { $0.mailbox.messages = 2 }
    let (here, there) = (try harness.session(MessageTestApp.app), try harness.session(MessageTestApp.app))
    harness.commit(.say("ab", to: there), to: here)
    let after = SessionsHarness(after: harness)
    let wakeup = after.post()
    wakeup.fireIfDue()
    #expect(after.send(.say("c", to: there), to: here).answer == "mailbox full: 2")
    after.bring(wakeup)
    after.commit(.say("de", to: there), to: here)
    after.bring(wakeup)
    #expect(try after.heard(there) == "abde")
  }

  @Test("An endless exchange of messages is slowed to one a second and delays no other messages")
  func endless() throws {
    let wakeup = harness.post()
    let (here, there) = try two()
    harness.commit(Action("rally", ["there": .string(there.text), "here": .string(here.text)]), to: here)
    harness.bring(wakeup)
    let fast = try harness.heard(here).count + harness.heard(there).count
    #expect(fast == 1 + MessageDispatcher.longestChain + 1)
    for _ in 0..<10 { harness.bring(wakeup, after: 999) }
    #expect(try harness.heard(here).count + harness.heard(there).count == fast + 5)
    let loops = try harness.loops(here) + harness.loops(there)
    #expect(loops == ["messages 37 rally", "messages 36 rally"])
    harness.message(.hear("x"), from: here, to: here.text)
    harness.journal.settle()
    harness.bring(wakeup)
    #expect(try harness.heard(here).contains("x"))
  }

  @Test("An endless exchange of messages that multiply is slowed to one a second")
  func swarm() throws {
    let harness = SessionsHarness { $0.mailbox.messages = 5 }
    let dropped = Dropped()
    let wakeup = harness.post(onFailure: dropped)
    let here = try harness.session(MessageTestApp.app)
    harness.commit(Action("swarm", ["there": .string(here.text)]), to: here)
    harness.bring(wakeup)
    func delivered() throws -> Int { try harness.heard(here).count + dropped.codes.count }
    let fast = try delivered()
    #expect(fast < 200)
    for _ in 0..<10 { harness.bring(wakeup, after: 1_000) }
    #expect(try delivered() == fast + 10)
  }

  @Test(
    "All pending messages are read page by page after a restart",
    arguments: [1, MessageDispatcher.page, 3 * MessageDispatcher.page])
  func pages(count: Int) throws {
    let harness = SessionsHarness { $0.mailbox.messages = 10_000 }
    let senders = try (0..<3).map { _ in try harness.session(MessageTestApp.app) }
    let there = try harness.session(MessageTestApp.app)
    for sender in senders {
      harness.send(.say(String(repeating: "x", count: count), to: there), to: sender)
    }
    harness.journal.settle()
    let after = SessionsHarness(after: harness)
    after.bring(after.post())
    #expect(try after.heard(there).count == 3 * count)
    #expect(after.journal.tables.messages.isEmpty)
  }

  @Test("A message to a session whose app is not loaded waits and delays no other messages")
  func damaged() throws {
    let (here, there) = try two()
    let other = try harness.session(TimerTestApp.app)
    harness.message(Action("whistle"), from: here, to: other.text)
    harness.message(.hear("x"), from: here, to: there.text)
    harness.journal.settle()
    let after = SessionsHarness(after: harness, apps: [MessageTestApp.app])
    let wakeup = after.post()
    after.bring(wakeup)
    #expect(try after.heard(there) == "x")
    #expect(after.journal.tables.messages.count == 1)
    let whole = SessionsHarness(after: harness)
    whole.bring(whole.post())
    #expect(try whole.counts(other) == [1])
  }
}
