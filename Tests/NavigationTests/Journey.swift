import JSON
import Testing

@testable import Navigation

/// A draft of an app, used as by a session: a refused action is rolled back.
struct Journey {
  let app: App
  var draft: Draft

  init(_ app: App = .sample) throws {
    self.app = app
    draft = Draft(try app.start())
  }

  /// Starts with a root stack of these screens.
  init(_ app: App = .sample, at screens: JSONValue, presented: JSONValue = []) throws {
    self.app = app
    draft = Draft(try app.start(navigation: ["id": "root", "screens": screens, "presented": presented]))
  }

  var tree: Tree { draft.tree }

  /// Performs the actions as one change and returns its steps.
  @discardableResult
  mutating func send(_ actions: JSONValue...) throws(ActionError) -> [Edit] {
    do throws(ActionError) {
      for action in actions { try app.reduce(Action(json: action), &draft) }
    } catch {
      draft.rollBack()
      throw error
    }
    return draft.finish().edits
  }

  /// Returns the refusal of the action; nil when it is accepted. Expects that a refusal changes nothing.
  mutating func refusal(of action: JSONValue, _ location: SourceLocation = #_sourceLocation) -> ActionError? {
    let former = tree
    do throws(ActionError) {
      try send(action)
      return nil
    } catch {
      #expect(tree == former, "a refused action changes nothing", sourceLocation: location)
      #expect(draft.isEmpty, "a refused action leaves no step", sourceLocation: location)
      return error
    }
  }

  /// Returns the status of the server's response, and the code of a refusal.
  mutating func answer(to action: JSONValue, _ location: SourceLocation = #_sourceLocation) -> String {
    guard let refused = refusal(of: action, location) else { return "200" }
    return "\(refused.status) \(refused.refusal.code)"
  }

  /// Returns the outline after the action, or after a batch; "unchanged", or the status and the code of a refusal.
  mutating func result(of action: JSONValue, _ location: SourceLocation = #_sourceLocation) -> String {
    var isChange = true
    let former = tree
    do throws(ActionError) {
      for action in action.arrayValue ?? [action] { try app.reduce(Action(json: action), &draft) }
      isChange = !draft.finish().edits.isEmpty
    } catch {
      draft.rollBack()
      #expect(tree == former && draft.isEmpty, "a refused action changes nothing", sourceLocation: location)
      return "\(error.status) \(error.refusal.code)"
    }
    return isChange ? outline : "unchanged"
  }

  /// The tree on one line: `a:home b:item{"n":1} c:flow[d| e:step] ^sheet f:note`.
  var outline: String { tree.root.outline }
}

/// A rule, and actions that show it one after another, each with its result.
struct Example: CustomTestStringConvertible, Sendable {
  let rule: String
  let app: App
  let screens, presented: JSONValue
  let steps: [(action: JSONValue, result: String)]
  var testDescription: String { rule }

  init(
    _ rule: String, in app: App = .sample, at screens: JSONValue = three, presented: JSONValue = [],
    _ steps: (action: JSONValue, result: String)...
  ) {
    (self.rule, self.app, self.screens, self.presented, self.steps) = (rule, app, screens, presented, steps)
  }

  func check() throws {
    var journey = try Journey(app, at: screens, presented: presented)
    for step in steps { #expect(journey.result(of: step.action) == step.result, "\(step.action)") }
  }
}

extension Container {
  var outline: String {
    (screens.map(\.outline) + presented.map { "^\($0.style.rawValue) \($0.screen.outline)" }).joined(separator: " ")
  }
}

extension Screen {
  var outline: String {
    let params = params.isEmpty ? "" : JSONValue.object(params).text
    return "\(id):\(route)\(params)" + (content.map { "[\($0.id)| \($0.outline)]" } ?? "")
  }
}

extension App {
  /// An app with routes of every sort under a stack that accepts all of them.
  static let sample = App(
    "sample", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [
      Route("home"), Route("item"), Route("note"), Route("step"),
      Route("page", initialParams: ["size": 10, "page": 1]),
      Route("narrow", destinations: ["item"]),
      Route("typed", params: [Param("id", .string), Param("n", .integer, optional: true)]),
      Route("single", identity: .single),
      Route("user", identity: .param("id")),
      Route("back", identity: .param("id"), onDuplicate: .popTo),
      Route("keep", identity: .param("id"), onDuplicate: .ignore),
      Route("once", identity: .param("id"), onDuplicate: .refuse),
      Route("flow", content: ContainerDefinition(kind: .stack, routes: ["step", "flow", "item"], initial: "step")),
    ])
}

/// Three screens: the first, a middle and the top one.
let three: JSONValue = [["id": "h", "route": "home"], ["id": "i", "route": "item"], ["id": "n", "route": "note"]]

/// A flow of two steps on top of `home`.
let nested: JSONValue = [
  ["id": "h", "route": "home"],
  [
    "id": "f", "route": "flow",
    "content": ["id": "c", "screens": [["id": "s", "route": "step"], ["id": "t", "route": "step"]]],
  ],
]

/// A flow with one step on top of `home`.
let shallow: JSONValue = [
  ["id": "h", "route": "home"],
  ["id": "f", "route": "flow", "content": ["id": "c", "screens": [["id": "s", "route": "step"]]]],
]

let sheet: JSONValue = [["style": "sheet", "screen": ["id": "p", "route": "note"]]]

extension ActionError {
  /// The status of the server's response.
  var status: Int {
    switch refusal.kind {
    case .state: 409
    case .invalid: 422
    case .role: 403
    case .absent: 404
    }
  }
}
