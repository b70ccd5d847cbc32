import AppDefinitions
import TestSupport
import ExampleApps
import JSON
import Navigation
import Testing

@Suite("The JSON of the app tabs")
struct TabsJSONTests {
  @Test(
    "Each action is decoded from its own JSON",
    arguments: [
      .counter(.increment), .counter(.decrement), .todos(.updateNewTodoDescription("a")), .todos(.addTodo),
      .todos(.deleteTodo(offsets: [2, 0])), .todos(.item(at: "1", .delete)),
      .todos(.item(at: "1.2.3", .updateDescription("b"))), .todos(.item(at: "1.2", .addSubtodo)),
      .todos(.item(at: "", .toggleComplete)), .settings(.set()), .settings(.set(step: 2)),
      .settings(.set(step: 1, showCompleted: false, theme: .light)),
    ] as [TabsAction])
  func action(action: TabsAction) throws {
    #expect(try TabsAction(action.action) == action)
    #expect(try TabsAction(Action(json: .object(action.action.fields))) == action)
  }

  @Test("An action for a nested todo is wrapped by each todo on the path of its id")
  func way() {
    let inner = TodoAction.subtodo(id: "1.2", action: .subtodo(id: "1.2.3", action: .delete))
    #expect(TodosAction.item(at: "1.2.3", .delete) == .item(id: "1", action: inner))
  }

  @Test("The settings are decoded from their own JSON", arguments: SettingsState.Theme.allCases)
  func settings(theme: SettingsState.Theme) throws {
    let state = SettingsState(step: .max, showCompleted: false, theme: theme)
    #expect(try SettingsState(json: state.json) == state)
  }

  @Test(
    "Other JSON values are rejected as settings",
    arguments: [
      ["step": 0, "showCompleted": true, "theme": "system"], ["step": 1, "showCompleted": true, "theme": "red"],
      ["step": 1, "showCompleted": true], ["step": 1, "showCompleted": true, "theme": "system", "more": 1], nil,
    ] as [JSONValue])
  func noSettings(json: JSONValue) {
    #expect(throws: JSONMismatch.self) { try SettingsState(json: json) }
  }

  @Test("The todos are decoded from their own JSON")
  func todos() throws {
    let todo = Todo(id: "2", description: "a", isComplete: true, subtodos: [Todo(id: "2.3"), Todo(id: "2.7")])
    let state = TodosState(newTodoDescription: "b", todos: [Todo(id: "9"), todo], lastNumber: 9)
    #expect(try TodosState(json: state.json) == state)
  }

  @Test(
    "A todo with an id that was never assigned or is malformed is rejected",
    arguments: ["0", "10", "-1", "+1", "01", "x", "", "1.2", " 1"])
  func badID(id: String) {
    #expect(throws: JSONMismatch.self) { try TodosState(json: TodosState(todos: [Todo(id: id)], lastNumber: 9).json) }
  }

  @Test("A subtodo with an invalid id is rejected", arguments: ["2", "1", "1.", "1.10", "2.3", "1.2.3", "1.0"])
  func badSubID(id: String) {
    let todo = Todo(id: "1", subtodos: [Todo(id: id)])
    #expect(throws: JSONMismatch.self) { try TodosState(json: TodosState(todos: [todo], lastNumber: 9).json) }
  }

  @Test("A list with a duplicate id, an unknown member or a number near the 64-bit limit is rejected")
  func badList() throws {
    let good = TodosState(todos: [Todo(id: "1")], lastNumber: 1).json
    let twice = try #require(good["todos"]?[0])
    for patch: JSONObject in [
      ["todos": [twice, twice]], ["more": 1], ["lastNumber": .integer(.max)], ["lastNumber": nil],
    ] {
      var json = good
      json.mergePatch(.object(patch))
      #expect(throws: JSONMismatch.self) { try TodosState(json: json) }
    }
    var more = good
    more.mergePatch(["todos": [["id": "1", "description": "", "isComplete": false, "subtodos": [], "more": 1]]])
    #expect(throws: JSONMismatch.self) { try TodosState(json: more) }
  }
}

@Suite("Features of the app tabs in an app defined in JSON")
struct TabsFeatureTests {
  @Test("The features `todos` and `settings` define screens whose actions have no prefix")
  func features() throws {
    let definition = try AppDefinition(
      [
        "app": "home", "version": 1, "root": ["kind": "stack"],
        "routes": ["list": ["feature": "todos"], "choices": ["feature": "settings"]],
      ], features: BuiltInApps.features)
    let session = try Session(definition.app)
    try session.send(Action("updateNewTodoDescription", ["text": "Milk"]), Action("addTodo"))
    try session.send(
      Action("item", ["id": "1", "action": ["type": "addSubtodo"]]), Action("toggleTodo", ["id": "1.2"]))
    #expect(
      session.states == [
        TodosState(
          todos: [Todo(id: "1", description: "Milk", subtodos: [Todo(id: "1.2", isComplete: true)])], lastNumber: 2
        ).json
      ])
    try session.send(Action("push", ["route": "choices"]), Action("set", ["theme": "light"]))
    #expect(session.states.last == SettingsState(theme: .light).json)
    #expect(session.refusal(of: Action("todos.addTodo"))?.refusal.code == "unknown-action")
  }
}
