import JSON
import Navigation
import Reduction

/// A migration of sessions from one version of their app to a later one.
package struct SessionMigration: Sendable, Equatable {
  package let from: Int
  package let to: Int
  /// The share of the sessions that migrate, in hundredths of a percent, by the hash of a rollout; nil: all.
  package let share: Int?

  /// The actor of the change in the history.
  package static let actor = "migration"

  /// Reads `{"from": 1, "to": 3, "percent"?: 5}`.
  ///
  /// - Parameter parents: The names of the members that lead to the object, for errors.
  package init(_ json: JSONObject, under parents: [String] = []) throws(ActionError) {
    let names = ["from", "to", "percent"]
    if let unknown = json.names.first(where: { !names.contains($0) }) {
      throw .fault(
        "unknown-member", "A migration has the members `from`, `to` and `percent`, not `\(unknown)`.", parents, unknown)
    }
    from = try Self.version("from", json, parents)
    to = try Self.version("to", json, parents)
    share = try Self.share(json["percent"], parents)
    guard from < to else {
      throw .fault("bad-member", "`to` must be a version after `from`, which is \(from); it is \(to).", parents, "to")
    }
  }

  private static func share(_ json: JSONValue?, _ parents: [String]) throws(ActionError) -> Int? {
    guard let json else { return nil }
    if let share = json.numberValue.flatMap(Rollout.share(ofPercent:)) { return share }
    throw .fault(
      "bad-member",
      "`percent` must be a number from 0 to 100 with at most two decimals; it is \(json.text.prefix(40)).", parents,
      "percent")
  }

  private static func version(_ name: String, _ json: JSONObject, _ parents: [String]) throws(ActionError) -> Int {
    guard let value = json[name] else {
      throw .fault("missing-member", "`\(name)` is required: a version of the app.", parents, name)
    }
    guard let version = value.integerValue.flatMap({ Int(exactly: $0) }), version >= 1 else {
      throw .fault(
        "bad-member", "`\(name)` must be a version, an integer from 1; it is \(value.text.prefix(80)).", parents, name)
    }
    return version
  }

  /// The action in the history.
  var action: JSONValue {
    ["type": "migrate", "from": .integer(Int64(from)), "to": .integer(Int64(to))]
  }

  /// The change of a job, for the history.
  func request(of batch: BatchID, _ origin: ChangeOrigin) -> ActionRequest {
    ActionRequest(
      sent: action.bytes, origin: origin.with(actor: Self.actor), isFromBackend: true, batch: batch)
  }

  /// The versions on the way, from the first to the last; nil if one of the two is not loaded.
  func versions(of app: String, in catalogue: AppCatalogue) -> [App]? {
    let versions = catalogue.versions(from...to, of: app)
    guard versions.first?.version == from, versions.last?.version == to else { return nil }
    return versions
  }
}

extension ActionError {
  fileprivate static func fault(_ code: String, _ detail: String, _ parents: [String], _ name: String) -> ActionError {
    let place = (parents + [name]).reduce(JSONPointer()) { $0.appending(name: $1) }
    return ActionError(
      Refusal(code: code, detail: detail, kind: .invalid, isFinal: true), faults: [Fault(at: place, detail)])
  }
}
