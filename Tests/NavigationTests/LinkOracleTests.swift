import Foundation
import JSON
import Testing

@testable import Navigation

@Suite struct LinkOracleTests {
  @Test("Each recorded link leads to its recorded destination")
  func cases() throws {
    let json = try JSONValue(parsing: [UInt8](Data(contentsOf: oracle.appending(path: "links.json"))))
    let cases = (json.arrayValue ?? []).filter { $0["kind"] == "urlToState" }
    let applicable = cases.compactMap(RecordedLink.init)
    print("\(applicable.count) of \(cases.count) recorded links can be said in a definition")
    #expect(applicable.count > 0)
    for link in applicable { try link.check() }
  }
}

/// A recorded case whose tree of screens can be expressed as one pattern for each screen.
private struct RecordedLink {
  let id: String
  let url: String
  let expected: JSONValue
  let screens: [RecordedScreen]

  /// Returns nil when a definition cannot express the configuration.
  init?(_ json: JSONValue) {
    guard let config = json["config"], !config.isNull, let url = json["url"]?.stringValue else { return nil }
    id = json["id"]?.stringValue ?? ""
    self.url = url
    expected = json["expect"] ?? .null
    var screens: [RecordedScreen] = []
    guard RecordedScreen.add(to: &screens, config, RecordedScreen(pattern: config["path"]?.stringValue ?? "")) else {
      return nil
    }
    // Only React Navigation names a nested screen with `screen` in a query.
    if url.split(separator: "?").dropFirst().joined().split(separator: "&").contains(where: { $0.hasPrefix("screen=") })
    {
      return nil
    }
    // A pattern gives all its params to the last screen, so two screens on the path cannot have params of one name.
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

  /// Returns the names and the params of the screens on the path to the focused one; nil params when two have one name.
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

/// A screen of a tree of screens. Its pattern starts with the paths of the screens around it.
private struct RecordedScreen {
  var names: [String] = []
  var pattern: String
  /// The params that are parsed as numbers.
  var numbers: Set<String> = []

  /// Adds the screens of a part of the configuration, each before those within it. Returns false when a definition
  /// cannot express them.
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
      // If a screen within has the same path, the path leads to that screen.
      let pattern = screen.pattern.split(separator: "/")
      if screens[count...].contains(where: { $0.pattern.split(separator: "/") == pattern }) {
        screens.removeAll { $0.names == screen.names }
      }
    }
    return true
  }

  /// Returns the declarations of all params, which a definition needs to read numbers; nil when there are no numbers.
  func params(_ pattern: LinkPattern, _ queried: [String]) -> [Param]? {
    if numbers.isEmpty { return nil }
    return Set(pattern.params + queried).sorted().map { name in
      Param(name, numbers.contains(name) ? .number : .string, optional: true)
    }
  }
}
