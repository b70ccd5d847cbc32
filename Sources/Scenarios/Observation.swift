import JSON
import Navigation
import Sessions

/// The state of a session after a step, and the effects of the step.
struct Observation {
  let navigation: JSONValue
  let current: JSONValue
  let data: JSONValue
  let timers: [Timer]
  var outputs: [SentOutput] = []
  var messages: [SentMessage] = []
  var calls: [CallRequest] = []
  var isChanged = false
  /// The report of an amendment; nil: the step is none.
  var report: AmendmentReport?
  let isExpired: Bool
  /// The refusal of the action.
  var refused: ActionError?
  /// The first refusal of a timer's action, or of a part without which the change was made.
  private(set) var dropped: ActionError?

  /// The refusal of the action or of a part of the changes.
  var anyRefusal: ActionError? { refused ?? dropped }

  init(of session: TransientSession) throws(JSONError) {
    navigation = try JSONValue(parsing: session.navigation)
    current = try JSONValue(parsing: session.current)
    data = session.tree.data.expanded
    timers = session.pendingTimers
    isExpired = session.isExpired
  }

  /// Of a session whose start is refused.
  init(of refused: ActionError) {
    (navigation, current, data, timers, isExpired) = (.null, .null, .null, [], false)
    self.refused = refused
  }

  mutating func add(_ change: TransientSession.Change) {
    outputs += change.outputs
    messages += change.messages
    calls += change.calls
    isChanged = isChanged || change.isChanged
    report = report ?? change.report
    dropped = dropped ?? change.refused
  }

  /// The HTTP status with which the server answers.
  var status: Int64 {
    switch refused?.refusal.kind {
    case nil: isExpired ? 404 : 200
    case .role: 403
    case .absent: refused?.refusal.code == "revision-pruned" ? 410 : 404
    case .state: 409
    case .invalid: 422
    }
  }

  /// The container with an id, or the content of the first screen of a route.
  func container(_ name: String) -> JSONValue? { navigation.container(name) }

  /// The route of a screen by its id.
  func route(of screen: String) -> String? {
    navigation.allScreens.first { $0["id"]?.stringValue == screen }?["route"]?.stringValue
  }
}

extension JSONValue {
  /// All screens in a container as JSON, with those that are presented over it, from the bottom up.
  var allScreens: [JSONValue] {
    let presented = (self["presented"]?.arrayValue ?? []).compactMap { $0["screen"] }
    return ((self["screens"]?.arrayValue ?? []) + presented).flatMap { [$0] + ($0["content"]?.allScreens ?? []) }
  }

  fileprivate func container(_ name: String) -> JSONValue? {
    if self["id"]?.stringValue == name { return self }
    return allScreens.first { screen in
      guard let content = screen["content"] else { return false }
      return [screen["route"], screen["id"], content["id"]].contains(.string(name))
    }?["content"]
  }

  /// Whether the values are equal in JSON, in which 1.0 is 1.
  func isSame(as other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count && left.allSatisfy { right[$0.name]?.isSame(as: $0.value) == true }
    case (.integer, .number), (.number, .integer): numberValue == other.numberValue
    default: self == other
    }
  }

  /// Whether the value has all members of another one, which may have fewer.
  func has(_ other: JSONValue) -> Bool {
    guard case .object(let members) = other else { return isSame(as: other) }
    return members.allSatisfy { self[$0.name]?.has($0.value) == true }
  }
}
