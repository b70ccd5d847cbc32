import JSON
import Navigation
import Reduction
import ReductionTesting
import Vending

// The reducer, in a test store that expects each change and each output. A failure ends the process with its text.
let store = TestStore(MachineState(), reducer: Vending.reducer, environment: ())
store.send(.buy)
store.expectRefusal(code: "too-little")
store.send(.insert(cents: 200)) { $0.cents = 200 }
store.send(.insert(cents: 10))
store.expectRefusal(code: "paid")
store.send(.buy) { $0.cents = 0 }
store.expectOutput(MachineOutput.sold(change: 50))
store.finish()
print("The reducer does what the test store expects.")

// The app, as a session runs it.
var draft = Draft(try Vending.app.start())
try Vending.app.reduce(Action("insertCoin", ["cents": 200]), &draft)
try Vending.app.reduce(Action("buy"), &draft)
for output in draft.finish().outputs { print("The machine sent \(output.name): \(output.value).") }
print("The user is on \(draft.tree.currentPath): \(draft.tree.current.params).")

do {
  try Vending.app.reduce(Action("insertCoin", ["cents": 3, "source": .string(draft.tree.root.screens[0].id)]), &draft)
} catch {
  draft.rollBack()
  print("Refused, \(error.refusal)")
}
