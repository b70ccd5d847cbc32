import TestSupport
import ExampleApps
import JSON
import Navigation
import Testing

@Suite("The app colors")
struct ColorsAppTests {
  private let session: Session

  init() throws {
    session = try Session(Colors.app)
  }

  private static func transition(to color: JSONValue) -> Action {
    Action("transition", ["to": color])
  }

  @Test("The app colors starts with red as the only child of a switch")
  func begins() {
    #expect(session.draft.tree.root.kind == .switch)
    #expect(session.routes == ["red"])
    #expect(session.states == [[:]])
  }

  @Test("A transition sends an output and switches the screen in the same change")
  func transition() throws {
    let red = session.screens[0]
    try session.app.reduce(Self.transition(to: "blue"), &session.draft)
    let change = session.draft.finish()
    let blue = Screen(id: session.ids[0], route: "blue")
    #expect(change.edits == [.remove(red, from: "root", at: 0), .insert(blue, into: "root", at: 0)])
    #expect(change.outputs == [SentOutput(name: "transition", value: ["to": "blue"])])
    #expect(blue.id != red.id)
  }

  @Test("A screen permits only the transitions that it declares", arguments: Color.allCases, Color.allCases)
  func allowed(from: Color, to: Color) throws {
    let session = try Session(Colors.app, showing: from)
    let refused = session.refusal(of: Self.transition(to: .string(to.rawValue)))
    #expect((refused == nil) == from.next.contains(to))
    #expect(session.routes == [from.next.contains(to) ? to.rawValue : from.rawValue])
  }

  @Test("A refused transition lists the allowed colors and sends no output")
  func refused() throws {
    let session = try Session(Colors.app, showing: .green)
    let refused = try #require(session.refusal(of: Self.transition(to: "red")))
    #expect(refused.refusal.code == "destination-not-allowed")
    #expect(refused.refusal.kind == .state)
    #expect(refused.refusal.detail.contains("\"green\", \"blue\""))
    #expect(session.draft.isEmpty)
  }

  @Test("At least one transition is refused, and two transitions reach every color from every color")
  func sets() {
    #expect(Color.allCases.contains { $0.next.count < Color.allCases.count })
    for color in Color.allCases {
      #expect(Set(color.next.flatMap(\.next)) == Set(Color.allCases))
    }
  }

  @Test(
    "An invalid transition is rejected with the pointer of the wrong field",
    arguments: [
      (["to": "pink"], "unknown-color", "/to"), (["to": "Red"], "unknown-color", "/to"),
      (["to": 1], "bad-field", "/to"),
      ([:], "missing-field", "/to"), (["to": "blue", "by": 1], "unknown-field", "/by"),
    ] as [(JSONObject, String, String)])
  func faults(fields: JSONObject, code: String, pointer: String) throws {
    let refused = try #require(session.refusal(of: Action("transition", fields)))
    #expect(refused.refusal.kind == .invalid)
    #expect(refused.refusal.code == code)
    #expect(refused.faults.map(\.pointer.text) == [pointer])
    #expect(session.routes == ["red"])
  }

  @Test("A color screen restores only an empty state")
  func state() {
    #expect(throws: ActionError.self) {
      try Colors.app.start(navigation: ["screens": [["route": "red", "state": ["n": 1]]]])
    }
    #expect(throws: Never.self) { try Colors.app.start(navigation: ["screens": [["route": "red", "state": [:]]]]) }
  }
}

extension Session {
  fileprivate convenience init(_ app: App, showing color: Color) throws {
    try self.init(app)
    draft = Draft(try app.start(navigation: ["screens": [["route": .string(color.rawValue)]]]))
  }
}
