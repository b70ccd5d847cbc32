import Apps
import Navigation
import Sessions
import Testing

@Suite("If-Match")
struct PreconditionTests {
  let rehearsal = Rehearsal()

  @Test(
    "a revision that holds, also in a list, and any",
    arguments: [Precondition.any, .revisions([1]), .revisions([7, 1])])
  func holds(_ precondition: Precondition) throws {
    let id = try rehearsal.session()
    let asked = rehearsal.send(.increment, to: id, ifMatch: precondition)
    rehearsal.journal.settle()
    #expect(asked.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }

  @Test("another revision changes nothing", arguments: [Precondition.revisions([2]), .revisions([])])
  func fails(_ precondition: Precondition) throws {
    let id = try rehearsal.session()
    let before = rehearsal.read(id).answer
    #expect(rehearsal.send(.increment, to: id, ifMatch: precondition).answer == "precondition failed at 1")
    #expect(rehearsal.journal.waiting == 0)
    #expect(rehearsal.read(id).answer == before)
  }

  @Test("it is held against what is pending, and its failure waits with that")
  func pending() throws {
    let id = try rehearsal.session()
    rehearsal.send(.increment, to: id)
    let late = rehearsal.send(.increment, to: id, ifMatch: .revisions([1]))
    let next = rehearsal.send(.increment, to: id, ifMatch: .revisions([2]))
    #expect(late.answer == nil)
    rehearsal.journal.settle()
    #expect(late.answer == "precondition failed at 2")
    #expect(next.answer == #"receipt 3 {"revision":3,"changed":true,"outputs":[]}"#)
  }

  @Test("of two changes meant for one revision, one is carried out")
  func race() throws {
    let id = try rehearsal.session()
    let both = [
      rehearsal.send(.increment, to: id, ifMatch: .revisions([1])),
      rehearsal.send(.increment, to: id, ifMatch: .revisions([1])),
    ]
    rehearsal.journal.settle()
    #expect(
      both.map(\.answer) == [#"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#, "precondition failed at 2"])
  }

  @Test("a failed precondition is not kept with the key")
  func key() throws {
    let id = try rehearsal.session()
    let key = IdempotencyKey(named: "k")
    #expect(rehearsal.send(.increment, to: id, ifMatch: .revisions([2]), key: key).answer == "precondition failed at 1")
    let again = rehearsal.send(.increment, to: id, ifMatch: .revisions([1]), key: key)
    rehearsal.journal.settle()
    #expect(again.answer == #"receipt 2 {"revision":2,"changed":true,"outputs":[]}"#)
  }
}
