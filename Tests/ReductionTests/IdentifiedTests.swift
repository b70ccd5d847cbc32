import Reduction
import Testing

@Suite("Identified")
struct IdentifiedTests {
  @Test("Two identified values are equal when their ids and values are")
  func equality() {
    var one = Identified<Int, String?>(nil, id: 1)
    #expect(one == Identified(nil, id: 1))
    #expect(one != Identified(nil, id: 2))
    one.value = "loaded"
    #expect(one == Identified("loaded", id: 1))
  }

  @Test("A reducer of the value of an optional pair is lifted by two optionals and the path `value`")
  func pullback() throws {
    struct Selection: Equatable { var selection: Identified<Int, [Int]?>? }
    let reducer: Reducer<Selection, Step, Void> = steps.optional()
      .pullback(state: \Identified.value, action: .self, environment: { $0 })
      .optional()
      .pullback(state: \Selection.selection, action: .self, environment: { $0 })
    var state = Selection(selection: Identified([1], id: 7))
    _ = try reducer.reduce(&state, .add(2), ())
    #expect(state.selection == Identified([1, 2], id: 7))
    state.selection?.value = nil
    #expect(throws: Refusal.stateAbsent) { try reducer.reduce(&state, .add(3), ()) }
    state.selection = nil
    #expect(throws: Refusal.stateAbsent) { try reducer.reduce(&state, .add(3), ()) }
  }
}
