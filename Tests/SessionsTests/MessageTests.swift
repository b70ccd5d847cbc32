import JSON
import Kettle
import Navigation
import Testing

@testable import Sessions

@Suite("Messages")
struct MessageTests {
  let rehearsal = Rehearsal()

  private func two() throws -> (SessionID, SessionID) {
    (try rehearsal.session(Walkie.app), try rehearsal.session(Walkie.app))
  }

  @Test("of a reducer reach the other session once, in their order, with the sender as actor")
  func effect() throws {
    let wakeup = rehearsal.post()
    let (here, there) = try two()
    rehearsal.send(.say("abc", to: there), to: here)
    rehearsal.send(.say("de", to: there), to: here)
    rehearsal.journal.settle()
    #expect(rehearsal.journal.tables.messages.count == 5)
    rehearsal.bring(wakeup)
    #expect(try rehearsal.heard(there) == "abcde")
    #expect(rehearsal.journal.tables.messages.isEmpty)
    #expect(rehearsal.log(there).first == #"\#(here.text) {"type":"hear","text":"a"}"#)
    rehearsal.bring(wakeup, after: 100_000)
    #expect(try rehearsal.heard(there) == "abcde")
    #expect(rehearsal.log(there).count == 5)
  }

  @Test("of a client are a change of its session, and reach the other one")
  func client() throws {
    let wakeup = rehearsal.post()
    let (here, there) = try two()
    let asked = rehearsal.message(.hear("a"), from: here, to: there.text)
    #expect(asked.answer == nil)
    rehearsal.journal.settle()
    #expect(asked.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
    #expect(rehearsal.log(here) == [#"- {"type":"message"}"#])
    rehearsal.bring(wakeup)
    #expect(try rehearsal.heard(there) == "a")
  }

  @Test("may go to the session that sends them")
  func oneself() throws {
    let wakeup = rehearsal.post()
    let here = try rehearsal.session(Walkie.app)
    rehearsal.send(.say("ab", to: here), to: here)
    rehearsal.journal.settle()
    rehearsal.bring(wakeup)
    #expect(try rehearsal.heard(here) == "ab")
  }

  @Test("are not sent when the sender's change fails, and not before it is durable")
  func failingSender() throws {
    let wakeup = rehearsal.post()
    let (here, there) = try two()
    rehearsal.send(.say("a", to: there), to: here)
    wakeup.ring()
    #expect(rehearsal.journal.waiting == 1, "the sender's change alone")
    rehearsal.journal.settle(failing: .full("no space"))
    rehearsal.bring(wakeup)
    #expect(rehearsal.log(there) == [])
    rehearsal.send(.say("b", to: there), to: here)
    rehearsal.journal.settle()
    rehearsal.bring(wakeup)
    #expect(try rehearsal.heard(there) == "b")
  }

  @Test("wait while the journal fails, and come once and in their order when it is well again")
  func failingRecipient() throws {
    let wakeup = rehearsal.post()
    let (here, there) = try two()
    rehearsal.send(.say("abc", to: there), to: here)
    rehearsal.journal.settle()
    for _ in 0..<3 {
      while wakeup.isDue { wakeup.ring() }
      #expect(rehearsal.journal.waiting == 1)
      rehearsal.journal.settle(failing: .unavailable("the disk is away"))
      #expect(!wakeup.isDue)
      rehearsal.clock.advance(1_000)
    }
    rehearsal.bring(wakeup)
    #expect(try rehearsal.heard(there) == "abc")
  }

  @Test("survive a restart between any two steps, each once and in their order", arguments: 0..<12)
  func restart(steps: Int) throws {
    let wakeup = rehearsal.post()
    let (here, there) = try two()
    rehearsal.send(.say("abc", to: there), to: here)
    rehearsal.journal.settle()
    for _ in 0..<steps {
      if rehearsal.journal.waiting > 0 { rehearsal.journal.settle(1) } else { wakeup.ring() }
    }
    let after = Rehearsal(after: rehearsal, copy: true, apps: [Walkie.app])
    let again = after.post()
    after.bring(again)
    #expect(after.journal.tables.messages.isEmpty)
    #expect(after.log(there).count == 3)
    after.send(.say("d", to: there), to: here)
    after.journal.settle()
    after.bring(again)
    #expect(try after.heard(there) == "abcd")
  }

  @Test("that the recipient refuses, or that make no difference, are dropped and leave no revision")
  func refused() throws {
    let dropped = Dropped()
    let wakeup = rehearsal.post(onFailure: dropped)
    let (here, there) = try two()
    for type in ["hangUp", "nod", "fly"] { rehearsal.message(Action(type), from: here, to: there.text) }
    rehearsal.message(.hear("x"), from: here, to: there.text)
    rehearsal.journal.settle()
    rehearsal.bring(wakeup)
    #expect(try rehearsal.heard(there) == "x")
    #expect(rehearsal.log(there).count == 1)
    #expect(rehearsal.journal.tables.messages.isEmpty)
    #expect(dropped.codes == ["silent", "unknown-action"])
  }

  @Test("to nobody are refused when that is known at once, and dropped otherwise")
  func nobody() throws {
    let dropped = Dropped()
    let wakeup = rehearsal.post(onFailure: dropped)
    let (here, there) = try two()
    let missing = "s_AAAAAAAAAAAAAAAAAAAAAA"
    for recipient in ["", "x", missing] {
      #expect(rehearsal.message(.hear("x"), from: here, to: recipient).answer == "refused no-such-recipient")
    }
    let misspelt = Action("say", ["text": "x", "to": "x"])
    #expect(rehearsal.send(misspelt, to: here).answer == "refused no-such-recipient")
    rehearsal.send(Action("say", ["text": "x", "to": .string(missing)]), to: here)
    rehearsal.send(.say("x", to: there), to: here)
    rehearsal.journal.settle()
    rehearsal.delete(there)
    rehearsal.journal.settle()
    rehearsal.bring(wakeup)
    #expect(dropped.codes == ["gone"], "what was for the session that was deleted went with it")
    #expect(rehearsal.journal.tables.messages.isEmpty)
  }

  @Test("are sent once for a key, and a refused one is refused again")
  func key() throws {
    let wakeup = rehearsal.post()
    let (here, there) = try two()
    let key = IdempotencyKey(text: "k", fingerprint: [1]) { _ in StoredResponse(status: 409, body: []) }
    rehearsal.message(.hear("x"), from: here, to: there.text, key: key)
    rehearsal.journal.settle()
    let again = rehearsal.message(.hear("x"), from: here, to: there.text, key: key)
    #expect(again.answer == #"replayed 2 200 {"revision":2,"changed":true,"outputs":[]}"#)
    rehearsal.bring(wakeup)
    #expect(try rehearsal.heard(there) == "x")
  }

  @Test("are refused by a full mailbox, whole, until there is room again")
  func mailbox() throws {
    let rehearsal = Rehearsal { $0.mailbox = 2 }
    let wakeup = rehearsal.post()
    let (here, there) = (try rehearsal.session(Walkie.app), try rehearsal.session(Walkie.app))
    #expect(rehearsal.send(.say("abc", to: there), to: here).answer == "mailbox full: 2")
    rehearsal.send(.say("a", to: there), to: here)
    #expect(rehearsal.send(.say("bc", to: there), to: here).answer == "mailbox full: 2")
    rehearsal.message(.hear("b"), from: here, to: there.text)
    #expect(rehearsal.message(.hear("c"), from: here, to: there.text).answer == "mailbox full: 2")
    rehearsal.journal.settle(failing: .full("no space"))
    rehearsal.send(.say("de", to: there), to: here)
    rehearsal.journal.settle()
    rehearsal.bring(wakeup)
    rehearsal.send(.say("fg", to: there), to: here)
    rehearsal.journal.settle()
    rehearsal.bring(wakeup)
    #expect(try rehearsal.heard(there) == "defg")
  }

  @Test("keep their places in the mailbox over a restart")
  func mailboxAfterRestart() throws {
    let rehearsal = Rehearsal { $0.mailbox = 2 }
    let (here, there) = (try rehearsal.session(Walkie.app), try rehearsal.session(Walkie.app))
    rehearsal.send(.say("ab", to: there), to: here)
    rehearsal.journal.settle()
    let after = Rehearsal(after: rehearsal)
    let wakeup = after.post()
    wakeup.ring()
    #expect(after.send(.say("c", to: there), to: here).answer == "mailbox full: 2")
    after.bring(wakeup)
    after.send(.say("de", to: there), to: here)
    after.journal.settle()
    after.bring(wakeup)
    #expect(try after.heard(there) == "abde")
  }

  @Test("that answer each other for ever slow down to one a second, and leave the others alone")
  func endless() throws {
    let wakeup = rehearsal.post()
    let (here, there) = try two()
    rehearsal.send(Action("rally", ["there": .string(there.text), "here": .string(here.text)]), to: here)
    rehearsal.journal.settle()
    rehearsal.bring(wakeup)
    let fast = try rehearsal.heard(here).count + rehearsal.heard(there).count
    #expect(fast == 1 + MessageDispatcher.longestChain + 1)
    for _ in 0..<10 { rehearsal.bring(wakeup, after: 999) }
    #expect(try rehearsal.heard(here).count + rehearsal.heard(there).count == fast + 5)
    rehearsal.message(.hear("x"), from: here, to: here.text)
    rehearsal.journal.settle()
    rehearsal.bring(wakeup)
    #expect(try rehearsal.heard(here).contains("x"))
  }

  @Test(
    "are read a page at a time, however many there are",
    arguments: [1, MessageDispatcher.page, 3 * MessageDispatcher.page])
  func pages(count: Int) throws {
    let rehearsal = Rehearsal { $0.mailbox = 10_000 }
    let senders = try (0..<3).map { _ in try rehearsal.session(Walkie.app) }
    let there = try rehearsal.session(Walkie.app)
    for sender in senders {
      rehearsal.send(.say(String(repeating: "x", count: count), to: there), to: sender)
    }
    rehearsal.journal.settle()
    let after = Rehearsal(after: rehearsal)
    after.bring(after.post())
    #expect(try after.heard(there).count == 3 * count)
    #expect(after.journal.tables.messages.isEmpty)
  }

  @Test("to a session whose app is not there wait for it, and others go on")
  func damaged() throws {
    let (here, there) = try two()
    let other = try rehearsal.session(Kettle.app)
    rehearsal.message(Action("whistle"), from: here, to: other.text)
    rehearsal.message(.hear("x"), from: here, to: there.text)
    rehearsal.journal.settle()
    let after = Rehearsal(after: rehearsal, apps: [Walkie.app])
    let wakeup = after.post()
    after.bring(wakeup)
    #expect(try after.heard(there) == "x")
    #expect(after.journal.tables.messages.count == 1)
    let whole = Rehearsal(after: rehearsal)
    whole.bring(whole.post())
    #expect(try whole.counts(other) == [1])
  }
}
