import JSON
import Navigation
import Testing

@testable import Sessions

@Suite("Stored responses with a session")
struct IdempotencyRecordTests {
  let harness = SessionsHarness()
  let key = IdempotencyKey(named: "k", asking: "increment")

  /// A session with a long state that was changed with the key, undone, and changed again.
  private func changed() throws -> (id: SessionID, first: String) {
    let id = try harness.session(data: ["text": .string(String(repeating: "wörter ", count: 1_000))])
    let first = harness.commit(.increment, to: id, key: key, wantsSession: true)
    harness.commit(.undo(steps: 1), in: id)
    harness.commit(.increment, .increment, to: id)
    return (id, String(try #require(first.answer).dropFirst("receipt 2 ".count)))
  }

  @Test("A stored response is replayed byte for byte after later changes and a restart")
  func again() throws {
    let (id, first) = try changed()
    #expect(first.contains("wörter"))
    for harness in [harness, SessionsHarness(after: harness)] {
      let again = harness.send(.increment, to: id, key: key, wantsSession: true)
      #expect(again.answer == "replayed 2 200 \(first)")
    }
  }

  @Test("Keys of holders whose names only look alike are different")
  func lookAlikes() throws {
    let id = try harness.session()
    for name in ["\u{E9}", "e\u{301}"] {
      let sent = harness.commit(.increment, to: id, key: IdempotencyKey(named: name, asking: "increment"))
      #expect(sent.answer?.hasPrefix("receipt") == true)
    }
  }

  @Test("The record of a response with a large session takes less than 512 bytes")
  func short() throws {
    let (id, first) = try changed()
    let stored = try #require(harness.journal.tables.idempotencyRecord(for: "k", of: id)?.body)
    #expect(first.utf8.count > 8_000)
    #expect(stored.count < 512)
  }

  @Test("A stored response is replayed without the session once its revision is pruned")
  func pruned() async throws {
    let (id, _) = try changed()
    harness.storeSnapshot(of: try harness.store(id))
    var retention = Retention()
    retention.revisions = 1
    await harness.compact(retention)
    let again = harness.send(.increment, to: id, key: key, wantsSession: true)
    #expect(again.answer == #"replayed 2 200 {"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test("The response to a request that changes nothing is stored without the session, too")
  func unchanged() throws {
    let (id, _) = try changed()
    let key = IdempotencyKey(named: "n", asking: "nothing")
    let first = harness.commit(.increment, .decrement, to: id, key: key, wantsSession: true)
    harness.commit(.increment, to: id)
    let again = harness.send(.increment, .decrement, to: id, key: key, wantsSession: true)
    #expect(again.answer == first.answer?.replacing("receipt 4 ", with: "replayed 4 200 "))
    #expect(try #require(harness.journal.tables.idempotencyRecord(for: "n", of: id)?.body).count < 512)
  }

  @Test(
    "A corrupted stored response is detected",
    arguments: [
      "[", "[]", #"[{"shown":1,"tip":1},{}]"#, #"[{"shown":1,"tip":1,"oldest":-1},{}]"#,
      #"[{"shown":1,"tip":1,"oldest":1,"labels":7},{}]"#, #"[{"shown":1,"tip":1,"oldest":1},[]]"#,
    ])
  func damaged(text: String) {
    #expect(throws: CorruptSession.self) { try StoredReceipt(stored: Array(text.utf8)) }
  }

  @Test("A stored response is replayed with the plan of its change")
  func plan() throws {
    let id = try harness.session(data: ["text": .string(String(repeating: "x", count: 8_000))])
    let first = harness.commit(.open, .increment, .increment, to: id, key: key, wantsSession: true)
    harness.commit(Action("pop"), to: id)
    let again = harness.send(.open, .increment, .increment, to: id, key: key, wantsSession: true)
    #expect(try #require(first.answer).contains(#""plan":[{"step":"push""#))
    #expect(again.answer == first.answer?.replacing("receipt 2 ", with: "replayed 2 200 "))
  }
}
