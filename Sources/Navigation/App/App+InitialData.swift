import JSON
import Reduction

extension App {
  /// The initial data of a session whose creation gives some of it: merged into the app's (RFC 7396), whose values keep
  /// their JSON types. An app without data takes any.
  ///
  /// - Throws: 422 when a member is unknown or has another type.
  package func data(merging given: JSONObject) throws(ActionError) -> JSONValue {
    guard case .object(var merged) = data, !merged.isEmpty || schema != nil else { return .object(given) }
    let declared = schema?.members.map(\.name) ?? []
    let place = JSONPointer().appending(name: "data")
    for (member, value) in given {
      let place = place.appending(name: member)
      guard let initial = merged[member] ?? declared.first(where: { $0 == member }).map({ _ in JSONValue.null }) else {
        let known = merged.names + declared.filter { merged[$0] == nil }
        let hint = Suggestions.nearest(to: member, among: known).map { "; did you mean `\($0)`?" } ?? "."
        throw .invalidData(
          "unknown-member", "The data of `\(name)` has no member `\(member)`; it has \(Self.list(known))\(hint)",
          at: place)
      }
      merged[member] = try value.merged(into: initial, at: place)
    }
    if let mismatch = mismatch(of: .object(merged)) { throw .invalidData("bad-member", mismatch, at: place) }
    return .object(merged)
  }
}

extension JSONValue {
  /// The value merged into the initial one of its place, of which null is of any type.
  fileprivate func merged(into initial: JSONValue, at place: JSONPointer) throws(ActionError) -> JSONValue {
    switch (initial, self) {
    case (.null, _): return applied
    case (.object(var members), .object(let patch)):
      for (name, value) in patch {
        if let initial = members[name] {
          members[name] = try value.merged(into: initial, at: place.appending(name: name))
        } else if !value.isNull {
          members[name] = value.applied
        }
      }
      return .object(members)
    case (.number, .integer(let integer)): return .number(Double(integer))
    case (.integer, .number): return self
    case (let initial, _):
      if initial.kind == kind { return self }
      throw .invalidData(
        "bad-member", "`\(place)` must be \(initial.kind), as in the definition of the app; it is \(kind).", at: place)
    }
  }

  /// The value as a patch applied to nothing, without members that are null.
  private var applied: JSONValue {
    var value = JSONValue.null
    value.mergePatch(self)
    return value
  }
}

extension ActionError {
  fileprivate static func invalidData(_ code: String, _ detail: String, at place: JSONPointer) -> ActionError {
    ActionError(.invalid(code, detail, isFinal: true), faults: [Fault(at: place, detail)])
  }
}
