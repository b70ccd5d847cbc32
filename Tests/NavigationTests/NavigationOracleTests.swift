import Foundation
import JSON
import Testing

@testable import Navigation

/// The folder of the recorded cases: that of the environment variable NAVSTATE_ORACLE, or `Tests/Oracle`.
let oracle =
  ProcessInfo.processInfo.environment["NAVSTATE_ORACLE"].map { URL(filePath: $0) }
  ?? URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Oracle")

@Suite struct NavigationOracleTests {
  @Test("Each recorded case has its recorded result")
  func cases() throws {
    let json = try JSONValue(parsing: [UInt8](Data(contentsOf: oracle.appending(path: "navigation.json"))))
    let cases = (json.arrayValue ?? json["cases"]?.arrayValue ?? []).filter { recorded in
      // The part of a definition that is read here has no content.
      !(recorded["app"]?["routes"]?.objectValue ?? [:]).contains { $0.value["content"] != nil }
    }
    #expect(cases.count > 0)
    for recorded in cases { try check(recorded) }
  }

  private func check(_ recorded: JSONValue) throws {
    let name = recorded["id"]?.stringValue ?? ""
    let app = try App(recorded: try #require(recorded["app"]))
    let initial = recorded["initial"] ?? .null
    var draft = Draft(initial.isNull ? try app.start() : try app.start(navigation: initial))
    var names = RecordedNames(seen: [])
    if let created = recorded["created"] { names.compare(draft.tree.root, with: created, name) }
    names.seen.formUnion(draft.tree.root.allIDs)
    for step in recorded["steps"]?.arrayValue ?? [] {
      let former = draft.tree
      let expected = try #require(step["expect"])
      var refused: ActionError?
      do {
        try app.reduce(Action(json: try #require(step["action"])), &draft)
      } catch {
        refused = error as? ActionError
        draft.rollBack()
      }
      let edits = draft.finish().edits
      #expect((refused == nil) == (expected["handled"] == true), "\(name)")
      #expect(edits.isEmpty == (draft.tree.root == former.root), "\(name)")
      if let refused, let status = expected["status"] {
        #expect(.integer(Int64(refused.status)) == status, "\(name)")
      }
      if refused == nil { names.compare(draft.tree.root, with: expected, name) }
    }
  }
}

/// The new ids for which the names "$1", "$2", … stand.
private struct RecordedNames {
  var seen: Set<String>
  var bound: [String: String] = [:]

  mutating func compare(_ container: Container, with expected: JSONValue, _ name: String) {
    #expect(.array(container.screens.map { .string($0.route) }) == expected["routes"] ?? .null, "\(name)")
    #expect(.integer(Int64(container.selected)) == expected["selected"] ?? .null, "\(name)")
    if let open = expected["open"] { #expect(.bool(container.focus.isOpen) == open, "\(name)") }
    if let history = expected["history"]?.arrayValue {
      let routes = Dictionary(uniqueKeysWithValues: container.screens.map { ($0.id, JSONValue.string($0.route)) })
      #expect(container.focus.history.map { routes[$0.screen] } == history, "\(name)")
    }
    if let presented = expected["presented"]?.arrayValue {
      #expect(container.presented.map { .string($0.screen.route) } == presented.map { $0["route"] }, "\(name)")
    }
    let params = expected["params"]?.arrayValue?.map { $0.isNull ? [:] : $0 }
    #expect(params == nil || params == container.screens.map { .object($0.params) }, "\(name)")
    for (screen, id) in zip(container.screens, expected["ids"]?.arrayValue ?? []) {
      if let id = id.stringValue { compare(screen.id, with: id, name) }
    }
    seen.formUnion(container.allIDs)
  }

  private mutating func compare(_ id: String, with expected: String, _ name: String) {
    guard expected.hasPrefix("$") else { return #expect(id == expected, "\(name)") }
    #expect(bound[expected] == nil ? !seen.contains(id) : bound[expected] == id, "\(name)")
    bound[expected] = id
  }
}

extension App {
  /// Reads the parts of an app's definition that the cases use.
  fileprivate convenience init(recorded json: JSONValue) throws {
    let root = try #require(json["root"])
    let names = try #require(root["routes"]?.arrayValue).compactMap(\.stringValue)
    let routes = (json["routes"]?.objectValue ?? [:]).map { name, json in
      let identity: Route.Identity? = json["identity"].map { $0.stringValue.map { .param($0) } ?? .single }
      return Route(
        name, initialParams: json["initialParams"]?.objectValue ?? [:], identity: identity,
        onDuplicate: json["onDuplicate"]?.stringValue.flatMap(Route.OnDuplicate.init) ?? .moveToTop,
        presentation: json["as"]?.stringValue.flatMap(Route.Presentation.init) ?? .push)
    }
    self.init(
      "recorded", version: 1,
      root: ContainerDefinition(
        kind: try #require(root["kind"]?.stringValue.flatMap(Container.Kind.init)), routes: names,
        initial: root["initial"]?.stringValue ?? names[0],
        backBehavior: root["backBehavior"]?.stringValue.flatMap(ContainerDefinition.BackBehavior.init) ?? .firstRoute,
        reselect: root["reselect"]?.stringValue.flatMap(ContainerDefinition.Reselect.init) ?? .none,
        isOpen: root["open"]?.boolValue ?? false),
      routes: routes)
  }
}
