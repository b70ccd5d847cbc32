import ExampleApps
import Navigation
import Sessions
import Testing

@Suite("Preconditions")
struct PreconditionTests {
  let harness = SessionsHarness()

  @Test(
    "A precondition holds if it accepts any revision or contains the current one",
    arguments: [Precondition.any, .revisions([1]), .revisions([7, 1])])
  func holds(_ precondition: Precondition) throws {
    let id = try harness.session()
    let asked = harness.commit(.increment, to: id, ifMatch: precondition)
    #expect(asked.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test(
    "A precondition for other revisions prevents the change", arguments: [Precondition.revisions([2]), .revisions([])])
  func fails(_ precondition: Precondition) throws {
    let id = try harness.session()
    let before = harness.read(id).answer
    #expect(harness.send(.increment, to: id, ifMatch: precondition).answer == "precondition failed at 1")
    #expect(harness.journal.waiting == 0)
    #expect(harness.read(id).answer == before)
  }

  @Test("A precondition is checked against pending changes, and its failure waits for them")
  func pending() throws {
    let id = try harness.session()
    harness.send(.increment, to: id)
    let late = harness.send(.increment, to: id, ifMatch: .revisions([1]))
    let next = harness.send(.increment, to: id, ifMatch: .revisions([2]))
    #expect(late.answer == nil)
    harness.journal.settle()
    #expect(late.answer == "precondition failed at 2")
    #expect(next.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
  }

  @Test("Only the first of two changes with the same precondition is carried out")
  func race() throws {
    let id = try harness.session()
    let both = [
      harness.send(.increment, to: id, ifMatch: .revisions([1])),
      harness.send(.increment, to: id, ifMatch: .revisions([1])),
    ]
    harness.journal.settle()
    #expect(
      both.map(\.answer) == [#"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#, "precondition failed at 2"])
  }

  @Test("A failed precondition is not stored with the idempotency key")
  func key() throws {
    let id = try harness.session()
    let key = IdempotencyKey(named: "k")
    #expect(harness.send(.increment, to: id, ifMatch: .revisions([2]), key: key).answer == "precondition failed at 1")
    let again = harness.commit(.increment, to: id, ifMatch: .revisions([1]), key: key)
    #expect(again.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }
}
