import JSON
import Reduction

/// The parts of a session that clients may set directly. A client has an app key, or a session's token of a role below
/// `backend`.
public struct ClientRights: Sendable, Equatable {
  /// The members of the data that the creation of a session may set.
  public var data: Members
  /// Whether the creation of a session may set its navigation.
  public var navigation: Bool
  /// Whether the action `setState`, and `state` in a given navigation, may set the states of screens.
  public var setsState: Bool

  /// A selection of members.
  public enum Members: Sendable, Equatable {
    case all
    case named([String])

    /// Whether the selection contains a member.
    package func contains(_ name: String) -> Bool {
      switch self {
      case .all: true
      case .named(let names): names.contains(name)
      }
    }
  }

  /// Creates the rights, by default those of an app that does not name any.
  public init(data: Members = .named([]), navigation: Bool = false, setsState: Bool = true) {
    self.data = data
    self.navigation = navigation
    self.setsState = setsState
  }
}

extension App {
  /// Refuses what a client may not set at the creation of a session.
  package func checkCreation(byClientWith data: JSONObject?, navigation: JSONValue?) throws(ActionError) {
    if let name = data?.names.first(where: { !clients.data.contains($0) }) { throw refusal(ofSetting: name) }
    guard let navigation else { return }
    let place = JSONPointer().appending(name: "navigation")
    guard clients.navigation else {
      throw .notForClients(
        "Clients cannot set `navigation` in a new session of \"\(name)\". Send `url` instead, or add "
          + "`\"clients\": {\"navigation\": true}` to the app's definition.", at: place)
    }
    try checkStates(in: navigation, at: place)
  }

  private func refusal(ofSetting member: String) -> ActionError {
    var names = [member]
    if case .named(let allowed) = clients.data { names = allowed + names }
    let line = JSONValue.array(names.map(JSONValue.string)).text
    return .notForClients(
      "Clients cannot set `data.\(member)` in a new session of \"\(name)\". Leave it out, or add "
        + "`\"clients\": {\"data\": \(line)}` to the app's definition.",
      at: JSONPointer().appending(name: "data").appending(name: member))
  }

  /// Refuses the action by which a client sets the state of a screen, if its route does not allow that.
  func checkSetState(of route: String) throws(ActionError) {
    if let refused = refusal(ofSettingStateOf: route, at: JSONPointer().appending(name: "type")) { throw refused }
  }

  /// Refuses a navigation by which a client sets states of screens whose routes do not allow that.
  func checkStates(in navigation: JSONValue, at place: JSONPointer) throws(ActionError) {
    guard closesStates else { return }
    // Not by recursion: the navigation is not checked yet, and may be as deep as JSON can be.
    var rest = navigation.screens(at: place)
    while let (screen, place) = rest.popLast() {
      if screen["state"] != nil, let route = screen["route"]?.stringValue,
        let refused = refusal(ofSettingStateOf: route, at: place.appending(name: "state"))
      {
        throw refused
      }
      for path in [["content"], ["intent", "navigation"]] {
        let place = path.reduce(place) { $0.appending(name: $1) }
        if let inner = path.reduce(Optional(screen), { $0?[$1] }) { rest += inner.screens(at: place) }
      }
    }
  }

  private func refusal(ofSettingStateOf route: String, at place: JSONPointer) -> ActionError? {
    guard !maySetState(of: route) else { return nil }
    let remedy =
      clients.setsState
      ? "the route has `\"clients\": {\"setState\": false}`"
      : "that needs `\"clients\": {\"setState\": true}` in the app's definition"
    return .notForClients("Clients cannot set the state of \"\(route)\": \(remedy).", at: place)
  }

  /// Whether clients may set the states of screens of a route.
  package func maySetState(of route: String) -> Bool { clients.setsState && routes[route]?.isStateClosed != true }
}

extension ActionError {
  /// The refusal of what only a backend may do.
  static func notForClients(_ detail: String, at place: JSONPointer) -> ActionError {
    let refusal = Refusal(code: "not-allowed", detail: detail, kind: .role, isFinal: true)
    return ActionError(refusal, faults: [Fault(at: place, detail)])
  }
}

extension JSONValue {
  /// The screens in the JSON of a container, with their places.
  fileprivate func screens(at place: JSONPointer) -> [(screen: JSONValue, place: JSONPointer)] {
    func elements(_ name: String) -> [(JSONValue, JSONPointer)] {
      (self[name]?.arrayValue ?? []).enumerated().map { ($1, place.appending(name: name).appending(index: $0)) }
    }
    let presented = elements("presented").compactMap { presented, place in
      presented["screen"].map { ($0, place.appending(name: "screen")) }
    }
    return (elements("screens") + presented).map { (screen: $0, place: $1) }
  }
}
