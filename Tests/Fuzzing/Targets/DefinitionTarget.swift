import AppDefinitions
import ExampleApps
import JSON
import Navigation

/// Definitions of apps: an accepted app has a schema, starts, and handles every action.
enum DefinitionTarget {
  static func read(_ input: [UInt8]) {
    guard let document = try? JSONDocument(parsing: input),
      let definition = try? AppDefinition(document, features: BuiltInApps.features)
    else { return }
    let app = definition.app
    require(
      (try? AppDefinition(document.value, features: BuiltInApps.features)) != nil,
      "accepted as a text, but rejected as a value")
    for warning in definition.warnings {
      let isKnown = warning.pointer.evaluate(on: document.value) != nil
      require(isKnown || warning.pointer.parent?.evaluate(on: document.value) != nil, "a warning has a wrong pointer")
    }
    require(Set(ScreenPaths(of: app).routes).isSubset(of: app.routes.keys), "a screen path leads to an unknown route")
    _ = JSONValue.object(AppSchema(of: app).json).bytes
    guard let tree = try? app.start() else { fatalError("an accepted app does not start") }
    require((try? tree.checkWhole()) != nil, "the first tree of an app is invalid")
    var journey = Journey(app, tree)
    for action in Actions.of(document.value) { journey.send(action) }
  }
}

/// A tree that receives one action after another.
struct Journey {
  private let app: App
  private var draft: Draft

  init(_ app: App, _ tree: Tree) {
    self.app = app
    draft = Draft(tree)
  }

  /// Performs an action and checks three invariants: the tree stays valid, a change can be reverted, and each stored
  /// edit is read back as it was written.
  mutating func send(_ action: Action) {
    let former = draft.tree
    draft.begin(at: 1_767_323_045_678)
    guard (try? app.reduce(action, &draft)) != nil else {
      draft.rollBack()
      require(draft.tree == former, "the action was refused, but the tree changed")
      return
    }
    let edits = draft.finish().edits
    require((try? draft.tree.checkWhole()) != nil, "the tree is invalid after \(action.type)")
    var again = draft
    again.revert(edits)
    require(again.tree.root == former.root && again.tree.data == former.data, "the revert of \(action.type) differs")
    for edit in edits {
      var json = JSONWriter()
      edit.write(to: &json)
      let stored = try? JSONValue(parsing: json.bytes, maximumDepth: 2_048)
      require(
        (try? stored.map { json in try Edit(stored: json) }) == edit, "a stored edit of \(action.type) has changed")
    }
    // A tree that only grows covers no new code.
    if draft.tree.size > 20_000 { draft = Draft(former) }
  }
}

/// Actions of every type, with routes of the app and ids of the tree.
enum Actions {
  static func of(_ definition: JSONValue) -> [Action] {
    var actions: [Action] = []
    for type in NavigationAction.types + ["screen", "setState", "increment", "unknown"] {
      actions.append(Action(type))
      for fields in places { actions.append(Action(type, fields)) }
      for route in routes(definition).prefix(4) {
        actions.append(Action(type, ["route": .string(route)]))
        actions.append(Action(type, ["route": .string(route), "params": params, "index": 0, "source": "a1"]))
      }
    }
    return actions
  }

  private static func routes(_ definition: JSONValue) -> [String] {
    guard case .object(let routes)? = definition["routes"] else { return [] }
    return Array(routes.names)
  }

  private static let params: JSONValue = ["id": "1", "n": 1]
  private static let places: [JSONObject] = [
    ["id": "a1"], ["id": "a2", "params": ["id": "2"]], ["index": 0], ["index": 1, "params": [:]], ["count": 2],
    ["target": "root"], ["params": params], ["url": "/"], ["circular": true], ["state": ["x": 1]],
    ["id": "a1", "action": ["type": "setState", "state": ["y": [1]]]], ["result": 1],
    ["navigation": ["screens": [["route": "home"]]]],
  ]
}
