import TestSupport
import ExampleApps
import JSON
import Navigation
import Testing

@Suite("The app tabs")
struct TabsAppTests {
  private let session: Session

  init() throws {
    session = try Session(Tabs.app)
  }

  private var todos: JSONValue? { session.states[1]["todos"] }

  @Test("The app tabs starts with three tabs and selects the first")
  func begins() {
    #expect(session.draft.tree.root.kind == .tabs)
    #expect(session.routes == ["counter", "todos", "settings"])
    #expect(session.draft.tree.current.route == "counter")
    #expect(
      session.states == [
        ["count": 0], ["newTodoDescription": "", "todos": [], "lastNumber": 0],
        ["step": 1, "showCompleted": true, "theme": "system"],
      ])
  }

  @Test(
    "A tab reduces actions and keeps its state while another is selected", arguments: ["counter", "todos", "settings"])
  func reducesUnselected(selected: String) throws {
    try session.send(Action("select", ["route": .string(selected)]))
    try session.send(Action("counter.increment"), Action("settings.set", ["step": 4]), Action("counter.increment"))
    try session.send(Action("todos.updateNewTodoDescription", ["text": "Milk"]), Action("todos.addTodo"))
    for route in ["counter", "todos", "settings"] { try session.send(Action("select", ["route": .string(route)])) }
    let milk: JSONValue = ["id": "1", "description": "Milk", "isComplete": false, "subtodos": []]
    #expect(
      session.states == [
        ["count": 5], ["newTodoDescription": "", "todos": [milk], "lastNumber": 1],
        ["step": 4, "showCompleted": true, "theme": "system"],
      ])
  }

  @Test("An action changes only the screen that it addresses")
  func edits() throws {
    try session.app.reduce(Action("settings.set", ["theme": "dark", "step": 1]), &session.draft)
    let settings = session.draft.finish().edits
    #expect(
      settings == [
        .state(
          session.ids[2], former: ["step": 1, "showCompleted": true, "theme": "system"],
          new: ["step": 1, "showCompleted": true, "theme": "dark"])
      ])
    for nothing in [Action("settings.set"), Action("todos.addTodo"), Action("todos.deleteTodo", ["offsets": []])] {
      try session.app.reduce(nothing, &session.draft)
      #expect(session.draft.isEmpty, "\(nothing.type)")
    }
  }
}

@Suite("Invalid actions of the app tabs")
struct TabsFaultTests {
  @Test(
    "An invalid action is rejected with the pointer of the wrong field",
    arguments: [
      (["type": "counter.increment", "by": 2], "/by"), (["type": "counter.push"], "/type"),
      (["type": "counter"], "/type"), (["type": "increment"], "/type"), (["type": "setState"], "/type"),
      (["type": "todos.addTodo", "text": "x"], "/text"), (["type": "todos.updateNewTodoDescription"], "/text"),
      (["type": "todos.updateNewTodoDescription", "text": 1], "/text"),
      (["type": "todos.toggleTodo"], "/id"), (["type": "todos.toggleTodo", "id": 1], "/id"),
      (["type": "todos.deleteTodo"], "/offsets"), (["type": "todos.deleteTodo", "offsets": 0], "/offsets"),
      (["type": "todos.deleteTodo", "offsets": [0.5]], "/offsets"),
      (["type": "todos.item", "id": "1"], "/action"), (["type": "todos.item", "action": [:]], "/id"),
      (["type": "todos.item", "id": "1", "action": "delete"], "/action"),
      (["type": "todos.item", "id": "1", "action": ["type": "add"]], "/action/type"),
      (["type": "todos.item", "id": "1", "action": ["type": "subtodo"]], "/action/type"),
      (["type": "todos.item", "id": "1", "action": ["type": "delete", "now": true]], "/action/now"),
      (["type": "todos.item", "id": "1", "action": ["type": "updateDescription"]], "/action/text"),
      (["type": "todos.item", "id": "1", "action": ["type": "delete"], "at": 1], "/at"),
      (["type": "settings.set", "steps": 1], "/steps"), (["type": "settings.set", "step": 0], "/step"),
      (["type": "settings.set", "step": "1"], "/step"),
      (["type": "settings.set", "showCompleted": 1], "/showCompleted"),
      (["type": "settings.set", "theme": "blue"], "/theme"), (["type": "settings.set", "theme": nil], "/theme"),
    ] as [(JSONValue, String)])
  func faults(action: JSONValue, pointer: String) throws {
    let session = try Session(Tabs.app)
    let before = session.draft.tree
    let refused = try #require(session.refusal(of: try Action(json: action)))
    #expect(refused.refusal.kind == .invalid)
    #expect(refused.faults.map(\.pointer.text) == [pointer])
    #expect(session.draft.tree == before)
  }
}
