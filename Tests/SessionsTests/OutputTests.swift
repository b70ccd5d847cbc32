import ExampleApps
import Navigation
import Sessions
import Testing

@Suite("Outputs of a session")
struct OutputTests {
  let harness = SessionsHarness()

  private func receipt(_ revision: Int, _ outputs: Range<Int>) -> String {
    let list = outputs.map { #"{"seq":\#($0),"name":"push","value":{"count":0}}"# }.joined(separator: ",")
    return #"receipt \#(revision) {"revision":\#(revision),"changed":true,"outputs":[\#(list)]}"#
  }

  @Test("An output and the screen that is pushed with it are one revision")
  func screen() throws {
    let id = try harness.session()
    let asked = harness.commit(.open, to: id)
    #expect(asked.answer == receipt(2, 1..<2))
    let change = try #require(harness.journal.tables.sessions[id]?.changes.first)
    #expect(text(Array(change.text[change.outputs])) == #"[{"seq":1,"name":"push","value":{"count":0}}]"#)
    #expect(text(Array(change.text[change.edits])).hasPrefix(#"[["insert","root",1,{"id":"a2","#))
  }

  @Test("Outputs are numbered consecutively, across changes and within one change")
  func numbers() throws {
    let id = try harness.session()
    let asked = [
      harness.send(.open, to: id), harness.send(.increment, to: id),
      harness.send(.decrement, .open, .open, to: id),
    ]
    harness.journal.settle()
    #expect(asked[0].answer == receipt(2, 1..<2))
    #expect(asked[2].answer == receipt(4, 2..<4))
  }

  @Test(
    "Output numbers continue after a restart, whether or not the change is in the snapshot",
    arguments: [false, true])
  func restart(isInSnapshot: Bool) throws {
    let id = try harness.session()
    harness.commit(.open, .open, to: id)
    if isInSnapshot { harness.storeSnapshot(of: try harness.store(id)) }
    let restarted = SessionsHarness(after: harness)
    let asked = restarted.send(.open, to: id)
    harness.journal.settle()
    #expect(asked.answer == receipt(3, 3..<4))
  }

  @Test("The output numbers of a failed change are used again")
  func failing() throws {
    let id = try harness.session()
    harness.send(.open, .open, to: id)
    harness.journal.settle(failing: .full("no space"))
    let asked = harness.commit(.open, to: id)
    #expect(asked.answer == receipt(2, 1..<2))
  }

  @Test("An output without another effect is a change, and a snapshot has its revision")
  func alone() throws {
    let id = try harness.session(.wakeup)
    let asked = harness.commit(.open, to: id)
    #expect(asked.answer == receipt(2, 1..<2))
    harness.storeSnapshot(of: try harness.store(id))
    #expect(harness.journal.tables.sessions[id]?.session.revision == 2)
    #expect(harness.journal.tables.sessions[id]?.session.outputs == 1)
  }
}
