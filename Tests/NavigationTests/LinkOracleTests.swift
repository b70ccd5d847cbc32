import Foundation
import JSON
import Testing

@testable import Navigation

/// Where recorded cases are given: a folder with `links.json`, in NAVSTATE_ORACLE.
private let oracle = ProcessInfo.processInfo.environment["NAVSTATE_ORACLE"]

@Suite(.enabled(if: oracle != nil, "NAVSTATE_ORACLE names no folder")) struct LinkOracleTests {
  @Test("The recorded links lead where they are recorded to lead")
  func cases() throws {
    let file = URL(fileURLWithPath: try #require(oracle)).appendingPathComponent("links.json")
    let json = try JSONValue(parsing: [UInt8](Data(contentsOf: file)))
    let cases = (json.arrayValue ?? []).filter { $0["kind"] == "urlToState" }
    let applicable = cases.compactMap(RecordedLink.init)
    print("\(applicable.count) of \(cases.count) recorded links can be said in a definition")
    #expect(applicable.count > 0)
    for link in applicable { try link.check() }
  }
}

/// A case whose tree of screens comes to one pattern a screen.
private struct RecordedLink {
  let id: String
  let url: String
  let expected: JSONValue
  let screens: [RecordedScreen]

  /// nil when the configuration has something that no definition has.
  init?(_ json: JSONValue) {
    guard let config = json["config"], !config.isNull, let url = json["url"]?.stringValue else { return nil }
    id = json["id"]?.stringValue ?? ""
    self.url = url
    expected = json["expect"] ?? .null
    var screens: [RecordedScreen] = []
    guard RecordedScreen.add(to: &screens, config, RecordedScreen(pattern: config["path"]?.stringValue ?? "")) else {
      return nil
    }
    // `screen` in a query is React Navigation's own way to name a nested screen.
    if url.split(separator: "?").dropFirst().joined().split(separator: "&").contains(where: { $0.hasPrefix("screen=") })
    {
      return nil
    }
    // Two screens on the way with a param of one name: a pattern gives all of its params to the last.
    guard Self.leaf(of: expected).params != nil else { return nil }
    self.screens = screens
  }

  func check() throws {
    let patterns = try screens.map { try LinkPattern($0.pattern) }
    let isUnique = Set(patterns.map(\.normalized)).count == patterns.count
    #expect(isUnique == (expected["throws"] == nil), "\(id)")
    guard isUnique else { return }
    let queried = LinkAddress(url)?.query.map(\.name) ?? []
    let routes = zip(screens, patterns).map { screen, pattern in
      Route(screen.names.joined(separator: " > "), params: screen.params(pattern, queried), path: pattern)
    }
    let found = Links(routes).destination(of: url)
    guard expected["state"] != nil else {
      #expect(found == nil, "\(id): \(url)")
      return
    }
    let (names, params) = Self.leaf(of: expected)
    #expect(found?.route == names.joined(separator: " > "), "\(id): \(url)")
    #expect(found?.params ?? [:] == params, "\(id): \(url)")
  }

  /// The names on the way to the focused screen, and the params of all of them; nil when two have one of the same name.
  private static func leaf(of expected: JSONValue) -> (names: [String], params: JSONObject?) {
    var names: [String] = []
    var params: JSONObject? = [:]
    var next = expected["state"]
    while let state = next, let routes = state["routes"]?.arrayValue {
      let route = routes[state["index"]?.integerValue.map(Int.init) ?? routes.count - 1]
      names.append(route["name"]?.stringValue ?? "")
      let given = route["params"]?.objectValue ?? [:]
      if given.contains(where: { params?[$0.name] != nil }) { params = nil }
      params?.merge(given)
      next = route["state"]
    }
    return (names, params)
  }
}

/// A screen of a tree of screens, with the paths of those around it before its own.
private struct RecordedScreen {
  var names: [String] = []
  var pattern: String
  /// The params that are parsed as numbers.
  var numbers: Set<String> = []

  /// Adds the screens of a part of the configuration, each before those within; false when no definition has the like.
  static func add(to screens: inout [RecordedScreen], _ config: JSONValue, _ outer: RecordedScreen) -> Bool {
    for (name, json) in (config["screens"]?.objectValue ?? [:]).map({ ($0.name, $0.value) }) {
      guard json["alias"] == nil, json["shared"] == nil else { return false }
      var screen = outer
      screen.names.append(name)
      screen.numbers.formUnion(json["parse"]?.objectValue?.names ?? [])
      if let path = json.stringValue ?? json["path"]?.stringValue {
        screen.pattern = json["exact"] == true ? path : "\(outer.pattern)/\(path)"
        let params = screen.pattern.split(separator: "/").filter { $0.hasPrefix(":") }
        guard Set(params).count == params.count else { return false }
        screens.append(screen)
      }
      let count = screens.count
      guard add(to: &screens, json, screen) else { return false }
      // A screen within that has the same path is what the path leads to.
      let pattern = screen.pattern.split(separator: "/")
      if screens[count...].contains(where: { $0.pattern.split(separator: "/") == pattern }) {
        screens.removeAll { $0.names == screen.names }
      }
    }
    return true
  }

  /// What a definition has to declare for numbers to be read: all there is.
  func params(_ pattern: LinkPattern, _ queried: [String]) -> [Param]? {
    if numbers.isEmpty { return nil }
    return Set(pattern.params + queried).sorted().map { name in
      Param(name, numbers.contains(name) ? .number : .string, optional: true)
    }
  }
}
