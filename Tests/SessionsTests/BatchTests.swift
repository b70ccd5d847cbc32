import ExampleApps
import JSON
import Navigation
import Sessions
import Testing

@Suite("Batches")
struct BatchTests {
  let harness = SessionsHarness()

  @Test("All actions of a batch are one revision")
  func whole() throws {
    let id = try harness.session()
    let asked = harness.commit(.increment, .open, .increment, to: id)
    #expect(
      asked.answer
        == #"receipt 2 {"revision":2,"changed":true,"outputs":[{"seq":1,"name":"push","value":{"count":1}}]}"#)
    #expect(harness.journal.tables.sessions[id]?.changes.count == 1)
    let session = try #require(harness.read(id).answer)
    #expect(session.contains(#""state":{"count":1}"#))
    #expect(session.contains(#""state":{"count":2}"#))
  }

  @Test("A batch with one refused action is refused as a whole and changes nothing")
  func refusal() throws {
    let id = try harness.session()
    let before = harness.read(id).answer
    #expect(harness.send(.increment, .pop, .increment, to: id).answer == "refused nothing-to-pop")
    #expect(harness.read(id).answer == before)
    #expect(harness.journal.waiting == 0)
  }

  @Test("The pointer of an error in a batch contains the index of the action")
  func pointer() throws {
    let id = try harness.session()
    let bad = Action("push", ["route": "counter", "params": ["count": "three"]])
    #expect(harness.send(.increment, bad, to: id).answer == "refused bad-params /actions/1/params/count")
    #expect(harness.send(bad, to: id).answer == "refused bad-params /params/count")
  }

  @Test("A batch whose actions restore the first state changes nothing")
  func nothing() throws {
    let id = try harness.session()
    let before = harness.read(id).answer
    let asked = harness.send(.increment, .increment, .decrement, .decrement, to: id)
    #expect(asked.answer == #"receipt 1 {"revision":1,"changed":false,"outputs":[]}"#)
    #expect(harness.read(id).answer == before)
  }

  @Test("An action whose reducer reverts its own edits changes nothing")
  func chain() throws {
    let id = try harness.session(.lamp)
    #expect(
      harness.send(Action("blink"), to: id).answer == #"receipt 1 {"revision":1,"changed":false,"outputs":[]}"#)
  }

  @Test("A batch that restores its initial state but sends an output is a change")
  func output() throws {
    let id = try harness.session()
    let asked = harness.commit(.open, .pop, to: id)
    #expect(
      asked.answer
        == #"receipt 2 {"revision":2,"changed":true,"outputs":[{"seq":1,"name":"push","value":{"count":0}}]}"#)
  }
}
