import AppDefinitions
import JSON
import Navigation
import Sessions

/// A reader of the scenarios of a file that continues after a fault to find the others.
package struct ScenarioReader: FaultCollecting {
  /// The faults so far.
  package private(set) var faults: [DefinitionFault] = []

  package init() {}

  /// Reads a scenario or a list of scenarios.
  package mutating func scenarios(_ json: JSONValue) -> [Scenario] {
    let node = JSONNode(json)
    guard case .array = json else { return [scenario(node, "the scenario")].compactMap { $0 } }
    return node.elements.enumerated().compactMap { index, node in scenario(node, "scenario \(index + 1)") }
  }

  private mutating func scenario(_ node: JSONNode, _ name: String) -> Scenario? {
    let members = ["name", "app", "start", "at", "steps", "$schema"]
    guard isObject(node, "A scenario", members: members) else { return nil }
    let title = node["name"].flatMap { string($0, "`name`") }
    guard let app = node["app"].flatMap({ app($0, "`app`") }) else {
      if node["app"] == nil { report("`app` is missing: a definition, or the path of its file.", at: node.place) }
      return nil
    }
    guard let steps = node["steps"], case .array = steps.value else {
      return fault("`steps` is a list of steps, such as {\"action\": {…}, \"expect\": {…}}.", at: node.place)
    }
    return Scenario(
      name: title.map { "\"\($0)\"" } ?? name, app: app, start: node["start"].map { start($0) } ?? .init(),
      at: node["at"].flatMap { time($0) } ?? Self.usualTime, steps: steps.elements.compactMap { step($0) },
      place: node.place)
  }

  /// 2026-01-01T12:00:00Z, a Thursday.
  private static let usualTime: Int64 = 1_767_268_800_000

  private mutating func app(_ node: JSONNode, _ what: String) -> Scenario.AppSource? {
    switch node.value {
    case .object: return .definition(node.value, at: node.place)
    case .string(let path): return .file(path, at: node.place)
    default:
      return fault("\(what) must be a definition, or the path of its file; it is \(node.value.kind).", at: node.place)
    }
  }

  private mutating func start(_ node: JSONNode) -> TransientSession.Start {
    var start = TransientSession.Start()
    guard isObject(node, "`start`", members: ["data", "navigation", "url", "key", "labels"]) else { return start }
    start.data = node["data"].flatMap { object($0, "`data`") }
    start.navigation = node["navigation"]?.value
    start.url = node["url"].flatMap { string($0, "`url`") }
    start.key = node["key"].flatMap { string($0, "`key`") }
    for (name, label) in node["labels"]?.members ?? [] { start.labels[name] = string(label, "A label") }
    return start
  }

  private mutating func time(_ node: JSONNode) -> Int64? {
    if let time = node.value.stringValue.flatMap({ JSONTimestamp.milliseconds(ofRFC3339: $0) }) { return time }
    return fault("`at` must be a time such as \"2026-01-01T12:00:00Z\"; it is \(node.value.excerpt).", at: node.place)
  }
}

// Steps.
extension ScenarioReader {
  /// The members of a step that name an event.
  private static let events = ["action", "wait", "answer", "undo", "redo", "jump", "amend", "message", "migrate"]
  /// Those that have a sender besides actions.
  private static let moves = ["undo", "redo", "jump", "amend"]

  private mutating func step(_ node: JSONNode) -> Scenario.Step? {
    guard isObject(node, "A step", members: Self.events + ["as", "expect"]) else { return nil }
    let events = Self.events.filter { node[$0] != nil }
    guard events.count == 1 || events.isEmpty && node["expect"] != nil else {
      let known = Self.events.map { "`\($0)`" }.joined(separator: ", ")
      return fault("A step must have one of \(known), with or without `expect`, or `expect` alone.", at: node.place)
    }
    if let sender = node["as"], !(["action"] + Self.moves).contains(where: { node[$0] != nil }) {
      report("`as` names the sender of an `action`, `undo`, `redo`, `jump` or `amend`.", at: sender.place)
    }
    let expectation = node["expect"].flatMap { self.expectation($0) }
    return event(node).map { Scenario.Step(event: $0, expectation: expectation, place: node.place) }
  }

  private mutating func event(_ node: JSONNode) -> Scenario.Event? {
    let sender = node["as"].map { self.sender($0) } ?? .client
    if let action = node["action"] { return send(action, from: sender) }
    if let wait = node["wait"] { return duration(wait).map(Scenario.Event.wait) }
    if let message = node["message"] { return object(message, "`message`").map { .receive(.object($0)) } }
    if let app = node["migrate"] { return self.app(app, "`migrate`").map(Scenario.Event.migrate) }
    if let amendment = node["amend"] { return amend(amendment, from: sender) }
    if let move = historyMove(node) { return .move(move, from: sender) }
    if Self.moves.contains(where: { node[$0] != nil }) { return nil }
    return node["answer"].map { answer($0) } ?? .nothing
  }

  private mutating func send(_ node: JSONNode, from sender: Scenario.Sender) -> Scenario.Event? {
    guard object(node, "`action`") != nil else { return nil }
    if node["type"] == nil, let actions = node["actions"]?.value.arrayValue {
      return .send(actions, isBatch: true, from: sender)
    }
    return .send([node.value], isBatch: false, from: sender)
  }

  private mutating func sender(_ node: JSONNode) -> Scenario.Sender {
    if node.value == "backend" { return .backend }
    if let claims = node["claims"], isObject(node, "`as`", members: ["claims"]) {
      return .claims(object(claims, "`claims`") ?? [:])
    }
    if node.value != "client" {
      report(
        "`as` must be \"client\", \"backend\", or {\"claims\": {…}} for a JWT; it is \(node.value.excerpt).",
        at: node.place)
    }
    return .client
  }

  private mutating func duration(_ node: JSONNode) -> Int64? {
    let milliseconds =
      node.value.stringValue.map { JSONDuration.milliseconds(of: $0) }
      ?? node.value.numberValue.flatMap(JSONDuration.milliseconds(ofSeconds:))
    if let milliseconds, (0..<Self.longestWait).contains(milliseconds) { return milliseconds }
    return fault(
      "`wait` must be a number of seconds or a duration such as \"PT60S\", at most ten years; it is "
        + "\(node.value.excerpt).", at: node.place)
  }

  /// Ten years in milliseconds.
  private static let longestWait: Int64 = 315_360_000_000

  private mutating func expectation(_ node: JSONNode) -> Expectation? {
    guard isObject(node, "`expect`", members: ExpectationCheck.names), case .object(let members) = node.value else {
      return nil
    }
    if let refused = node["refused"], case .object = refused.value {
      _ = isObject(refused, "`refused`", members: ["code", "detail", "screens"])
    }
    return Expectation(members: members, place: node.place)
  }
}

// Parts that occur in several places.
extension ScenarioReader {
  package mutating func report(_ detail: String, at place: JSONPointer) {
    faults.append(DefinitionFault(at: place, detail))
  }

  mutating func isObject(_ node: JSONNode, _ what: String, members known: [String]) -> Bool {
    guard let object = object(node, what) else { return false }
    for name in object.names where !known.contains(name) {
      let hint = Suggestions.nearest(to: name, among: known).map { "; did you mean `\($0)`?" } ?? "."
      report(
        "\(what) has no member `\(name)`; it has \(known.map { "`\($0)`" }.joined(separator: ", "))" + hint,
        at: node.place.appending(name: name))
    }
    return true
  }
}
