import ExampleApps
import JSON
import Navigation
import ReductionTesting
import Testing

@Suite("The reducer of a screen in the app routing")
struct RoutingReducerTests {
  @Test("The action `edit` sets the text, and the actions of the flow change nothing")
  func edits() {
    let store = TestStore(RoutingState(), reducer: Routing.reducer, environment: ()) { failure in
      Issue.record(Comment(rawValue: failure.description))
    }
    store.send(.edit(text: "a")) { $0.text = "a" }
    store.send(.edit(text: "")) { $0.text = "" }
    for action: RoutingAction in [.openFirst, .openSecond, .openModal, .finish] { store.send(action) }
    store.finish()
  }

  @Test("Each action is decoded from its own JSON")
  func actions() throws {
    for action: RoutingAction in [.edit(text: "a"), .openFirst, .openSecond, .openModal, .finish] {
      #expect(try RoutingAction(action.action) == action)
    }
    #expect(try RoutingAction(Action("pop")) == nil)
  }

  @Test(
    "A state is decoded from its own JSON, and other JSON values are rejected",
    arguments: [[:], ["text": 1], ["text": "a", "b": 1], []] as [JSONValue])
  func states(json: JSONValue) throws {
    #expect(try RoutingState(json: RoutingState(text: "a").json) == RoutingState(text: "a"))
    #expect(throws: JSONMismatch.self) { try RoutingState(json: json) }
  }
}
