import Foundation
import JSON
import Testing

@testable import Navigation

/// Where recorded cases are given: a folder with `navigation.json`, in NAVSTATE_ORACLE.
private let oracle = ProcessInfo.processInfo.environment["NAVSTATE_ORACLE"]

@Suite(.enabled(if: oracle != nil, "NAVSTATE_ORACLE names no folder")) struct NavigationOracleTests {
  @Test("The recorded stack cases come out as recorded")
  func stacks() throws {
    let file = URL(fileURLWithPath: try #require(oracle)).appendingPathComponent("navigation.json")
    let json = try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
    let cases = (json.arrayValue ?? json["cases"]?.arrayValue ?? []).filter {
      $0["router"] == "stack" && $0["app"]?["root"]?["kind"] == "stack"
    }
    #expect(cases.count > 0)
    for recorded in cases { try check(recorded) }
  }

  private func check(_ recorded: JSONValue) throws {
    let name = recorded["id"]?.stringValue ?? ""
    let app = try App(recorded: try #require(recorded["app"]))
    var draft = Draft(try recorded["initial"].map(app.start(navigation:)) ?? app.start())
    var names = RecordedNames(seen: draft.tree.root.allIDs)
    for step in recorded["steps"]?.arrayValue ?? [] {
      let former = draft.tree
      let expected = try #require(step["expect"])
      var refused: Refused?
      do {
        try app.reduce(Action(json: try #require(step["action"])), &draft)
      } catch {
        refused = error as? Refused
        draft.rollBack()
      }
      let edits = draft.finish().edits
      #expect((refused == nil) == (expected["handled"] == true), "\(name)")
      #expect(edits.isEmpty == (draft.tree.root == former.root), "\(name)")
      if let refused, let status = expected["status"] {
        #expect((refused.refusal.kind == .state ? 409 : 422) == status, "\(name)")
      }
      if refused == nil { names.compare(draft.tree.root, with: expected, name) }
    }
  }
}

/// What the names "$1", "$2", … of new ids stand for.
private struct RecordedNames {
  var seen: Set<String>
  var bound: [String: String] = [:]

  mutating func compare(_ container: Container, with expected: JSONValue, _ name: String) {
    #expect(.array(container.screens.map { .string($0.route) }) == expected["routes"] ?? .null, "\(name)")
    #expect(.integer(Int64(container.selected)) == expected["selected"] ?? .null, "\(name)")
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
  /// As much of an app's definition as the cases use.
  fileprivate convenience init(recorded json: JSONValue) throws {
    let root = try #require(json["root"])
    let names = try #require(root["routes"]?.arrayValue).compactMap(\.stringValue)
    let routes = (json["routes"]?.objectValue ?? [:]).map { name, json in
      let identity: Route.Identity? = json["identity"].map { $0.stringValue.map { .param($0) } ?? .single }
      return Route(
        name, initialParams: json["initialParams"]?.objectValue ?? [:], identity: identity,
        onDuplicate: json["onDuplicate"]?.stringValue.flatMap(Route.OnDuplicate.init) ?? .moveToTop)
    }
    self.init(
      "recorded", version: 1,
      root: ContainerDefinition(kind: .stack, routes: names, initial: root["initial"]?.stringValue ?? names[0]),
      routes: routes)
  }
}
