import AppDefinitions
import ExampleApps
import JSON
import Navigation

/// Definitions of apps: an app that was accepted can be shown, begun, and given every action.
enum DefinitionTarget {
  static func read(_ input: [UInt8]) {
    guard let document = try? JSONDocument(parsing: input),
      let definition = try? AppDefinition(document, features: BuiltInApps.features)
    else { return }
    let app = definition.app
    require(
      (try? AppDefinition(document.value, features: BuiltInApps.features)) != nil,
      "accepted as a text and not as a value")
    for warning in definition.warnings {
      let isKnown = warning.pointer.evaluate(on: document.value) != nil
      require(isKnown || warning.pointer.parent?.evaluate(on: document.value) != nil, "a warning about no place")
    }
    require(Set(definition.screenPaths.routes).isSubset(of: app.routes.keys), "a way to no screen")
    _ = JSONValue.object(AppSchema(of: app).json).bytes
    guard let tree = try? app.start() else { fatalError("an app that was accepted does not begin") }
    require((try? tree.checkWhole()) != nil, "an app begins with no tree")
    var journey = Journey(app, tree)
    for action in Actions.of(document.value) { journey.send(action) }
  }
}

/// A tree that is sent one action after the other.
struct Journey {
  private let app: App
  private var draft: Draft

  init(_ app: App, _ tree: Tree) {
    self.app = app
    draft = Draft(tree)
  }

  /// Refused or not, the tree stays whole, and a change can be taken back and is read as it was written.
  mutating func send(_ action: Action) {
    let former = draft.tree
    draft.begin(at: 1_767_323_045_678)
    guard (try? app.reduce(action, &draft)) != nil else {
      draft.rollBack()
      require(draft.tree == former, "refused, and the tree changed")
      return
    }
    let edits = draft.finish().edits
    require((try? draft.tree.checkWhole()) != nil, "no tree after \(action.type)")
    var again = draft
    again.revert(edits)
    require(again.tree.root == former.root && again.tree.data == former.data, "another tree after \(action.type)")
    for edit in edits {
      var json = JSONWriter()
      edit.write(to: &json)
      let stored = try? JSONValue(parsing: json.bytes, maximumDepth: 2_048)
      require(
        (try? stored.map { json in try Edit(stored: json) }) == edit, "a step of \(action.type) is read otherwise")
    }
    // What grows without end says nothing new.
    if draft.tree.size > 20_000 { draft = Draft(former) }
  }
}

/// Actions of every type, with routes of the app and places in the tree.
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
