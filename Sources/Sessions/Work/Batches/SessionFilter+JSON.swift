import JSON
import Navigation

extension SessionFilter {
  /// The members of a filter in a request.
  package static let members = [
    "all", "app", "route", "key", "label", "updatedAfter", "updatedBefore", "sessions",
  ]
  /// The limit of listed sessions.
  package static let mostSessions = 1_000

  /// Reads a filter. One without a condition is refused, so that a forgotten filter does not select all sessions.
  init(_ json: JSONValue?) throws(ActionError) {
    self.init()
    guard let json else {
      throw .invalid(
        "missing-member", "`filter` is required: an object of conditions, or {\"all\": true}.", at: "filter")
    }
    guard case .object(let members) = json else {
      throw .badMember("`filter` must be an object; it is \(json.kind).", at: "filter")
    }
    if let unknown = members.names.first(where: { !Self.members.contains($0) }) {
      throw .invalid(
        "unknown-member", "A filter has no member `\(unknown)`; known are \(Self.members.joined(separator: ", ")).",
        at: "filter", unknown)
    }
    try checkExtent(members)
    app = try members.text("app")
    route = try members.text("route")
    key = try members.text("key")
    labels = try members.labels()
    updatedAfter = try members.moment("updatedAfter", roundsUp: false)
    updatedBefore = try members.moment("updatedBefore", roundsUp: true)
    ids = try members.sessions()
  }

  private func checkExtent(_ members: JSONObject) throws(ActionError) {
    guard let all = members["all"] else {
      guard members.names.isEmpty else { return }
      throw .badMember("`filter` has no condition; {\"all\": true} selects all sessions.", at: "filter")
    }
    guard all == true, members.names.count == 1 else {
      throw .invalid("bad-member", "`all` must be true and the only member of the filter.", at: "filter", "all")
    }
  }
}

extension JSONObject {
  fileprivate func text(_ name: String) throws(ActionError) -> String? {
    guard let value = self[name] else { return nil }
    guard let text = value.stringValue else { throw .condition(name, "a string", value) }
    return text
  }

  fileprivate func moment(_ name: String, roundsUp: Bool) throws(ActionError) -> Int64? {
    guard let value = self[name] else { return nil }
    if let text = value.stringValue, let moment = JSONTimestamp.milliseconds(ofRFC3339: text, roundsUp: roundsUp) {
      return moment
    }
    throw .condition(name, "a time of RFC 3339 such as 2026-01-02T03:04:05Z", value)
  }

  fileprivate func labels() throws(ActionError) -> Labels {
    guard let value = self["label"] else { return [:] }
    let texts = (value.arrayValue ?? [value]).map(\.stringValue)
    guard texts.count <= SessionMetadata.mostLabels else {
      throw .condition("label", "a list of at most \(SessionMetadata.mostLabels) labels", value)
    }
    var labels: Labels = [:]
    for text in texts {
      // The first colon ends the name, which has none; the value may have some and may be empty.
      let parts = (text ?? "").split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, LabelText.isName(parts[0]), LabelText.isValue(parts[1]),
        labels.add(parts[0], parts[1])
      else {
        throw .condition("label", "name:value, or a list of them with one value for each name", value)
      }
    }
    guard !labels.isEmpty else { throw .condition("label", "name:value, or a list of them", value) }
    return labels
  }

  fileprivate func sessions() throws(ActionError) -> [SessionID]? {
    guard let value = self["sessions"] else { return nil }
    let ids = value.arrayValue?.map { $0.stringValue.flatMap { SessionID($0) } } ?? []
    guard (1...SessionFilter.mostSessions).contains(ids.count), !ids.contains(nil) else {
      throw .condition("sessions", "a list of 1 to \(SessionFilter.mostSessions) ids of sessions", value)
    }
    return ids.compactMap { $0 }
  }
}

extension ActionError {
  fileprivate static func condition(_ name: String, _ expected: String, _ value: JSONValue) -> ActionError {
    .invalid("bad-member", "`\(name)` must be \(expected); it is \(value.text.prefix(80)).", at: "filter", name)
  }
}
