import JSON
import Navigation
import Sessions

/// The comparison of a state with an expectation.
struct ExpectationCheck {
  private let seen: Observation
  private var names: ScreenNames
  private(set) var mismatches: [Mismatch] = []

  /// A member of an expectation that does not fit.
  struct Mismatch {
    let place: JSONPointer
    let detail: String
  }

  /// The members of containers.
  private static let containerMembers = [
    "routes", "selected", "ids", "params", "states", "history", "open", "presented",
  ]
  /// The members of `expect`.
  static let names =
    ["handled", "status", "refused", "changed", "expired"] + containerMembers + ["container"]
    + ["current", "state", "data", "dataHas", "outputs", "messages", "calls", "timers", "replayed", "dropped"]

  init(_ seen: Observation, _ names: ScreenNames) {
    self.seen = seen
    self.names = names
  }

  /// Compares, and returns the names of screens that are bound then.
  mutating func run(_ expectation: Expectation) -> ScreenNames {
    for (name, value) in expectation.members.map({ ($0.name, $0.value) }) where !Self.containerMembers.contains(name) {
      check(name, value, at: expectation.place.appending(name: name))
    }
    // A refusal that is not expected fails the step, even if the state that it left unchanged fits.
    let expectsRefusal = expectation.members.names.contains { ["refused", "handled", "status"].contains($0) }
    if !expectsRefusal, let refused = seen.anyRefusal {
      let what = seen.refused == nil ? "a part of the change" : "the action"
      report("\(what) is refused: \(refused.refusal)", at: expectation.place)
    }
    checkContainer(expectation)
    return names
  }

  private mutating func check(_ name: String, _ expected: JSONValue, at place: JSONPointer) {
    switch name {
    case "handled": compare(name, expected, .bool(seen.refused == nil), at: place)
    case "status": checkStatus(expected, at: place)
    case "refused": checkRefused(expected, at: place)
    case "changed": compare(name, expected, .bool(seen.isChanged), at: place)
    case "expired": compare(name, expected, .bool(seen.isExpired), at: place)
    case "current": checkPart(name, expected, seen.current, at: place)
    case "state": compare(name, expected, seen.current["state"] ?? .null, at: place)
    case "data": compare(name, expected, seen.data, at: place)
    case "dataHas": checkPart(name, expected, seen.data, at: place)
    case "replayed":
      compare(name, expected, seen.report.map { .integer(Int64($0.replayed)) } ?? .null, at: place)
    case "dropped": checkItems(name, expected, seen.report?.dropped.map(\.json) ?? [], at: place)
    case "outputs": checkItems(name, expected, seen.outputs.map(\.json), at: place)
    case "messages": checkItems(name, expected, seen.messages.map(\.json), at: place)
    case "calls": checkItems(name, expected, seen.calls.map(\.json), at: place)
    case "timers": checkItems(name, expected, seen.timers.map { .object($0.action.fields) }, at: place)
    default: break
    }
  }

  // MARK: Refusals

  private mutating func checkStatus(_ expected: JSONValue, at place: JSONPointer) {
    let allowed = expected.arrayValue ?? [expected]
    if !allowed.contains(.integer(seen.status)) {
      reportMismatch("status", expected, .integer(seen.status), at: place, seen.refused)
    }
  }

  /// Compares the refusal: true for any, false for none, a code, or an object with `code`, a part of `detail`, and the
  /// routes of `screens` to be confirmed.
  private mutating func checkRefused(_ expected: JSONValue, at place: JSONPointer) {
    let found = seen.anyRefusal.map { JSONValue.string($0.refusal.code) } ?? false
    let fits =
      switch expected {
      case .bool(let isRefused): isRefused == (seen.anyRefusal != nil)
      case .object(let members): seen.anyRefusal.map { isSame($0, as: members) } ?? false
      default: expected == found
      }
    if !fits { reportMismatch("refused", expected, found, at: place, seen.anyRefusal) }
  }

  private func isSame(_ refused: ActionError, as members: JSONObject) -> Bool {
    let screens = refused.faults.compactMap(\.screen).map { JSONValue.string(seen.route(of: $0) ?? $0) }
    return members.allSatisfy { member in
      switch member.name {
      case "code": member.value == .string(refused.refusal.code)
      case "detail": member.value.stringValue.map { refused.refusal.explanation.contains($0) } ?? false
      default: member.value == .array(screens)
      }
    }
  }

  // MARK: Containers

  private mutating func checkContainer(_ expectation: Expectation) {
    var container = seen.navigation
    if let name = expectation.members["container"]?.stringValue {
      guard let named = seen.container(name) else {
        return report(
          "container: there is no container \"\(name)\"", at: expectation.place.appending(name: "container"))
      }
      container = named
    }
    check(container, expectation.members, at: expectation.place)
  }

  private mutating func check(_ container: JSONValue, _ members: JSONObject, at place: JSONPointer) {
    let screens = container["screens"]?.arrayValue ?? []
    for (name, expected) in members.map({ ($0.name, $0.value) }) where Self.containerMembers.contains(name) {
      let place = place.appending(name: name)
      switch name {
      case "routes": compare(name, expected, .array(screens.map { $0["route"] ?? .null }), at: place)
      case "states": compare(name, expected, .array(screens.map { $0["state"] ?? .null }), at: place)
      case "params": compare(name, expected.withoutEmpty, .array(screens.map(\.paramsOrNull)), at: place)
      case "history": compare(name, expected, .array(container.routesOfHistory), at: place)
      case "ids": checkIDs(expected, screens, at: place)
      case "presented": checkPresented(expected, container["presented"]?.arrayValue ?? [], at: place)
      default: compare(name, expected, container[name] ?? .null, at: place)
      }
    }
  }

  /// Compares ids. Those after the last expected one are not compared.
  private mutating func checkIDs(_ expected: JSONValue, _ screens: [JSONValue], at place: JSONPointer) {
    for (index, id) in (expected.arrayValue ?? []).enumerated() {
      guard let wanted = id.stringValue else { continue }
      let found = index < screens.count ? screens[index]["id"]?.stringValue ?? "" : ""
      if !names.fits(found, wanted) {
        reportMismatch("ids", id, .string(found), at: place.appending(index: index))
      }
    }
  }

  private mutating func checkPresented(_ expected: JSONValue, _ presented: [JSONValue], at place: JSONPointer) {
    let wanted = expected.arrayValue ?? []
    let routes = presented.map { $0["screen"]?["route"] ?? .null }
    guard wanted.map({ $0["route"] ?? $0 }) == routes else {
      return reportMismatch("presented", .array(wanted.map { $0["route"] ?? $0 }), .array(routes), at: place)
    }
    for (index, item) in wanted.enumerated() where item.objectValue != nil {
      check(presented[index], item, at: place.appending(index: index))
    }
  }

  /// Compares a presented screen with an object of `style`, `id`, `params` and `content`.
  private mutating func check(_ presented: JSONValue, _ item: JSONValue, at place: JSONPointer) {
    let screen = presented["screen"] ?? .null
    if let style = item["style"] {
      compare("style", style, presented["style"] ?? .null, at: place.appending(name: "style"))
    }
    if let id = item["id"] { checkIDs(.array([id]), [screen], at: place.appending(name: "id")) }
    if let params = item["params"] {
      let found = JSONValue.array([screen.paramsOrNull])
      compare("params", JSONValue.array([params]).withoutEmpty, found, at: place.appending(name: "params"))
    }
    if case .object(let content)? = item["content"] {
      check(screen["content"] ?? .null, content, at: place.appending(name: "content"))
    }
  }
}

// Comparisons.
extension ExpectationCheck {
  private mutating func compare(_ name: String, _ expected: JSONValue, _ found: JSONValue, at place: JSONPointer) {
    if !expected.isSame(as: found) { reportMismatch(name, expected, found, at: place) }
  }

  private mutating func checkPart(_ name: String, _ expected: JSONValue, _ found: JSONValue, at place: JSONPointer) {
    if !found.has(expected) { reportMismatch(name, expected, found, at: place) }
  }

  /// Compares a list whose items are objects with some of the members, or the names of items.
  private mutating func checkItems(
    _ name: String, _ expected: JSONValue, _ found: [JSONValue], at place: JSONPointer
  ) {
    let wanted = expected.arrayValue ?? []
    let fits =
      wanted.count == found.count
      && zip(wanted, found).allSatisfy { wanted, found in
        wanted.stringValue.map {
          [found["name"], found["type"], found["to"], found["url"], found["code"]].contains(.string($0))
        }
          ?? found.has(wanted)
      }
    if !fits { reportMismatch(name, expected, .array(found), at: place) }
  }

  private mutating func reportMismatch(
    _ name: String, _ expected: JSONValue, _ found: JSONValue, at place: JSONPointer, _ refused: ActionError? = nil
  ) {
    let reason = refused.map { ": \($0.refusal.explanation)" } ?? ""
    report("\(name): expected \(expected.text.shortened), found \(found.text.shortened)\(reason)", at: place)
  }

  private mutating func report(_ detail: String, at place: JSONPointer) {
    mismatches.append(Mismatch(place: place, detail: detail))
  }
}

extension String {
  /// The text for a message, at most 300 characters.
  fileprivate var shortened: String {
    unicodeScalars.count > 300 ? String(String.UnicodeScalarView(unicodeScalars.prefix(300))) + "…" : self
  }
}

extension LeftOutChange {
  fileprivate var json: JSONValue {
    [
      "revision": .integer(Int64(revision)), "action": action, "code": .string(refused.refusal.code),
      "detail": .string(refused.refusal.detail),
    ]
  }
}

extension SentOutput {
  fileprivate var json: JSONValue { ["name": .string(name), "value": value] }
}

extension SentMessage {
  fileprivate var json: JSONValue { ["to": .string(recipient), "action": .object(action.fields)] }
}

extension CallRequest {
  fileprivate var json: JSONValue {
    var headers: JSONObject = [:]
    for field in fields {
      let name = field.prefix { $0 != ":" }
      headers[String(name)] = .string(String(field.dropFirst(name.count + 2)))
    }
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value.stringValue
    var json: JSONObject = ["url": .string(url), "method": .string(method), "headers": .object(headers)]
    if let body { json["body"] = .content(body, of: type) }
    return .object(json)
  }
}

extension JSONValue {
  /// A list of params, in which empty ones are null.
  fileprivate var withoutEmpty: JSONValue {
    .array((arrayValue ?? []).map { $0.objectValue?.isEmpty == true ? .null : $0 })
  }

  /// The params of a screen as JSON; null for empty ones.
  fileprivate var paramsOrNull: JSONValue {
    self["params"].flatMap { $0.objectValue?.isEmpty == true ? nil : $0 } ?? .null
  }

  /// The routes of the screens in the history of a container as JSON.
  fileprivate var routesOfHistory: [JSONValue] {
    let screens = self["screens"]?.arrayValue ?? []
    return (self["history"]?.arrayValue ?? []).map { id in screens.first { $0["id"] == id }?["route"] ?? id }
  }
}
