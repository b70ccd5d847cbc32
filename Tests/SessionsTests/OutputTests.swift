import Apps
import Navigation
import Sessions
import Testing

@Suite("Outputs of a session")
struct OutputTests {
  let rehearsal = Rehearsal()

  private func receipt(_ revision: Int, _ outputs: Range<Int>) -> String {
    let list = outputs.map { #"{"seq":\#($0),"name":"push","value":{"count":0}}"# }.joined(separator: ",")
    return #"receipt \#(revision) {"revision":\#(revision),"changed":true,"outputs":[\#(list)]}"#
  }

  @Test("an output and the screen that it opened are one revision")
  func screen() throws {
    let id = try rehearsal.session()
    let asked = rehearsal.send(.open, to: id)
    rehearsal.journal.settle()
    #expect(asked.answer == receipt(2, 1..<2))
    let change = try #require(rehearsal.journal.tables.sessions[id]?.changes.first)
    #expect(text(Array(change.text[change.outputs])) == #"[{"seq":1,"name":"push","value":{"count":0}}]"#)
    #expect(text(Array(change.text[change.edits])).hasPrefix(#"[["insert","root",1,{"id":"a2","#))
  }

  @Test("outputs are numbered on, from change to change and within one")
  func numbers() throws {
    let id = try rehearsal.session()
    let asked = [
      rehearsal.send(.open, to: id), rehearsal.send(.increment, to: id),
      rehearsal.send(.decrement, .open, .open, to: id),
    ]
    rehearsal.journal.settle()
    #expect(asked[0].answer == receipt(2, 1..<2))
    #expect(asked[2].answer == receipt(4, 2..<4))
  }

  @Test("and after a restart, whether the tables know the change or not", arguments: [false, true])
  func restart(isProjected: Bool) throws {
    let id = try rehearsal.session()
    rehearsal.send(.open, .open, to: id)
    rehearsal.journal.settle()
    if isProjected { rehearsal.journal.project(try rehearsal.store(id)) { #expect($0 == nil) } }
    let restarted = Rehearsal(after: rehearsal)
    let asked = restarted.send(.open, to: id)
    rehearsal.journal.settle()
    #expect(asked.answer == receipt(3, 3..<4))
  }

  @Test("the numbers of a change that failed are given again")
  func failing() throws {
    let id = try rehearsal.session()
    rehearsal.send(.open, .open, to: id)
    rehearsal.journal.settle(failing: .full("no space"))
    let asked = rehearsal.send(.open, to: id)
    rehearsal.journal.settle()
    #expect(asked.answer == receipt(2, 1..<2))
  }

  @Test("an output alone is a change, and the tables come to know its revision")
  func alone() throws {
    let id = try rehearsal.session(.wakeup)
    let asked = rehearsal.send(.open, to: id)
    rehearsal.journal.settle()
    #expect(asked.answer == receipt(2, 1..<2))
    rehearsal.journal.project(try rehearsal.store(id)) { #expect($0 == nil) }
    #expect(rehearsal.journal.tables.sessions[id]?.session.revision == 2)
    #expect(rehearsal.journal.tables.sessions[id]?.session.outputs == 1)
  }
}
