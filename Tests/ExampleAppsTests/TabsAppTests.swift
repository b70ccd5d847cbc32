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

  @Test("A todo is addressed by its id at any depth")
  func items() throws {
    try session.send(Action("todos.updateNewTodoDescription", ["text": "Bread"]), Action("todos.addTodo"))
    try session.send(Action("todos.item", ["id": "1", "action": ["type": "addSubtodo"]]))
    try session.send(Action("todos.item", ["id": "1.2", "action": ["type": "addSubtodo"]]))
    try session.send(Action("todos.item", ["id": "1.2.3", "action": ["type": "updateDescription", "text": "x"]]))
    try session.send(Action("todos.toggleTodo", ["id": "1.2.3"]))
    #expect(
      todos?[0]?["subtodos"]?[0]?["subtodos"] == [
        ["id": "1.2.3", "description": "x", "isComplete": true, "subtodos": []]
      ])
    try session.send(Action("todos.item", ["id": "1.2.3", "action": ["type": "delete"]]))
    #expect(todos?[0]?["subtodos"]?[0]?["subtodos"] == [])
    #expect(session.refusal(of: Action("todos.toggleTodo", ["id": "1.2.3"]))?.refusal.code == "todo-gone")
  }

  @Test("Deleting at an absent offset is rejected and deletes nothing")
  func offset() throws {
    try session.send(Action("todos.updateNewTodoDescription", ["text": "Bread"]), Action("todos.addTodo"))
    let refused = try #require(session.refusal(of: Action("todos.deleteTodo", ["offsets": [0, 2]])))
    #expect(refused.refusal.code == "bad-offset")
    #expect(refused.refusal.kind == .invalid)
    #expect(todos?.arrayValue?.count == 1)
    try session.send(Action("todos.deleteTodo", ["offsets": [0, 0]]))
    #expect(todos == [])
  }

  @Test("An action for a removed tab is refused")
  func gone() throws {
    try session.send(Action("remove", ["id": .string(session.ids[1])]))
    let refused = try #require(session.refusal(of: Action("todos.addTodo")))
    #expect(refused.refusal.code == "screen-gone")
    #expect(refused.refusal.kind == .state)
  }

  @Test(
    "Starting the app with an invalid state of a tab is rejected",
    arguments: [
      ("counter", ["count": "1"]), ("counter", ["count": 1, "step": 1]), ("settings", ["step": 1]),
      ("todos", ["newTodoDescription": "", "todos": [], "lastNumber": -1]),
    ] as [(String, JSONValue)])
  func givenState(route: String, state: JSONValue) throws {
    let screens: [JSONValue] = ["counter", "todos", "settings"].map {
      route == $0 ? ["route": .string($0), "state": state] : ["route": .string($0)]
    }
    #expect(throws: ActionError.self) { try Tabs.app.start(navigation: ["screens": .array(screens)]) }
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
