import JSON
import Navigation
import Reduction
import Testing

@Suite("Features with synthesised conversion")
struct CodableFeatureTests {
  private struct Note: Codable, JSONConvertible, Equatable {
    var text = ""
    var size = 1
  }

  private enum NoteAction: Codable, ActionConvertible, Equatable {
    case edit(text: String, size: Int?)
    case clear
    case fade
  }

  private enum Plain: String, Codable, CaseIterable, ActionConvertible { case clear }

  /// The same actions, converted manually.
  private enum ByHand: ActionConvertible, Equatable {
    case edit(text: String, size: Int?)
    case clear

    init?(_ action: Action) throws(ActionError) {
      var fields = FieldReader(action)
      switch action.type {
      case "edit":
        self = .edit(text: try fields.require(fields.string("text"), "text"), size: try fields.integer("size"))
        try fields.finish(["text", "size"])
      case "clear":
        self = .clear
        try fields.finish([])
      default: return nil
      }
    }

    var action: Action {
      switch self {
      case .edit(let text, let size):
        var fields: JSONObject = ["text": text.json]
        fields["size"] = size?.json
        return Action("edit", fields)
      case .clear: return Action("clear")
      }
    }
  }

  private enum NoteOutput: Codable, NamedOutput {
    case saved(text: String, size: Int?)
    case closed
  }

  private static let feature = Feature(
    actions: ["edit", "clear"], state: Note(),
    reducer: Reducer<Note, NoteAction, Void> { note, action, _ in
      switch action {
      case .edit(let text, let size): note = Note(text: text, size: size ?? note.size)
      case .clear: note = Note()
      case .fade: return .output(NoteOutput.closed)
      }
      return .none
    })

  private static let app = App(
    "notes", version: 1, root: ContainerDefinition(kind: .stack, initial: "note"),
    routes: [Route("note", params: [], feature: feature)])

  @Test("A synthesised conversion of actions writes and reads the same JSON as a manual one")
  func wire() throws {
    for (codable, byHand) in [
      (NoteAction.edit(text: "é", size: nil), ByHand.edit(text: "é", size: nil)),
      (.edit(text: "", size: 7), .edit(text: "", size: 7)), (.clear, .clear),
    ] {
      #expect(codable.action.fields.json.text == byHand.action.fields.json.text)
      #expect(try NoteAction(byHand.action) == codable)
    }
    #expect(try Plain(Action("clear")) == .clear)
    #expect(Plain.clear.action == Action("clear"))
  }

  @Test(
    "A synthesised conversion rejects the same actions as a manual one, with the same errors",
    arguments: [
      Action("edit"), Action("edit", ["text": 7]), Action("edit", ["text": "a", "to": 1]), Action("clear", ["a": 1]),
    ])
  func refuses(action: Action) throws {
    let codable = #expect(throws: ActionError.self) { try NoteAction(action) }
    let byHand = #expect(throws: ActionError.self) { try ByHand(action) }
    #expect(codable == byHand)
  }

  @Test("A synthesised conversion accepts common fields and returns nil for unknown types")
  func common() throws {
    #expect(try NoteAction(Action("clear", ["source": "a1", "target": "root", "confirmed": []])) == .clear)
    #expect(try NoteAction(Action("push", ["route": "x"])) == nil)
    #expect(try Plain(Action("push", ["route": "x"])) == nil)
    #expect(throws: ActionError.self) { try Plain(Action("clear", ["a": 1])) }
  }

  @Test("A feature with synthesised conversion changes its state in a session")
  func session() throws {
    var draft = Draft(try Self.app.start())
    try Self.app.reduce(Action("edit", ["text": "Milk"]), &draft)
    #expect(draft.tree.current.state.text == #"{"text":"Milk","size":1}"#)
    let refused = #expect(throws: ActionError.self) {
      try Self.app.reduce(Action("edit", ["text": "a", "size": "b"]), &draft)
    }
    #expect(refused?.refusal.code == "bad-field")
    #expect(refused?.faults.map(\.pointer.text) == ["/size"])
    try Self.app.reduce(Action("fade"), &draft, from: .server)
    #expect(draft.finish().outputs.map(\.name) == ["closed"])
  }

  @Test("An output with synthesised conversion is named after its case")
  func outputs() {
    #expect(NoteOutput.saved(text: "a", size: nil).name == "saved")
    #expect(NoteOutput.saved(text: "a", size: nil).value == ["text": "a"])
    #expect(NoteOutput.closed.value == [:])
  }

  @Test("A feature with synthesised conversion has the schemas of its actions and its state")
  func schemas() {
    #expect(
      Self.feature.schemas == [
        ActionSchema("edit", ["text": ["type": "string"]], optional: ["size": ["type": "integer"]]),
        ActionSchema("clear"),
      ])
    let screen = AppSchema(of: Self.app).json["$defs"]?["screen.note"]?["properties"]?["state"]
    #expect(screen?["properties"] == ["text": ["type": "string"], "size": ["type": "integer"]])
    #expect(screen?["default"] == ["text": "", "size": 1])
  }
}
