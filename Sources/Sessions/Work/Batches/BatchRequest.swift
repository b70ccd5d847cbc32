import JSON
import Navigation

/// The request of a batch job: its sessions, what to do with each, and how fast.
package struct BatchRequest: Sendable {
  /// The members as received: `filter`, one of `action`, `undo`, `delete` and `migrate`, and `rate`.
  package let json: JSONValue
  package let filter: SessionFilter
  package let work: BatchWork
  /// Sessions per second.
  package let rate: Int
  /// The request that started the job, and is the cause of its changes.
  package var origin = ChangeOrigin()

  package static let defaultRate = 100
  package static let rates = 1...10_000
  /// The names of the members.
  package static let members = ["filter", "action", "undo", "delete", "migrate", "rate"]

  /// - Parameter json: An object of the known members.
  /// - Parameter mostActions: The limit of actions that are sent together.
  package init(_ json: JSONObject, mostActions: Int) throws(ActionError) {
    self.json = .object(json)
    var filter = try SessionFilter(json["filter"])
    work = try BatchWork(json, app: filter.app, mostActions: mostActions)
    if case .migrate(let migration, _) = work {
      filter.appVersion = migration.from
      filter.share = migration.share.map { SessionFilter.VersionShare(version: migration.to, share: $0) }
    }
    self.filter = filter
    rate = try Self.rate(json["rate"])
  }

  /// The request of a migration of an app's sessions, as fast as possible.
  ///
  /// - Parameter json: `from`, `to` and `percent`, and the conditions `sessions` and `label`.
  package init(migrating app: String, _ json: JSONObject) throws(ActionError) {
    var (migration, filter) = (json, JSONObject())
    filter["app"] = .string(app)
    for name in ["sessions", "label"] {
      filter[name] = json[name]
      migration[name] = nil
    }
    // Read here first, so that faults have places in this request instead of in that of a job.
    _ = try SessionMigration(migration)
    let request: JSONObject = [
      "filter": .object(filter), "migrate": .object(migration), "rate": .integer(Int64(Self.rates.upperBound)),
    ]
    do throws(ActionError) {
      try self.init(request, mostActions: 1)
    } catch {
      throw error.moved(outOf: "/filter")
    }
  }

  /// Reads a stored request; nil when it is corrupted.
  init?(stored text: [UInt8], mostActions: Int) {
    do {
      guard case .object(let json) = try JSONValue(parsing: text, roundingNumbers: true) else { return nil }
      try self.init(json, mostActions: mostActions)
      origin = ChangeOrigin(
        by: json["by"].flatMap(Attribution.init), requestID: json["requestId"]?.stringValue.flatMap { RequestID($0) })
    } catch {
      return nil
    }
  }

  /// The stored form: the members as received, and the request that started the job.
  var stored: JSONValue {
    guard case .object(var members) = json else { return json }
    members["by"] = origin.by?.json
    members["requestId"] = origin.requestID.map { .string($0.text) }
    return .object(members)
  }

  private static func rate(_ json: JSONValue?) throws(ActionError) -> Int {
    guard let json else { return defaultRate }
    guard let rate = json.integerValue, rates.contains(Int(rate)) else {
      throw .badMember(
        "`rate` must be the sessions per second, from \(rates.lowerBound) to \(rates.upperBound); it is "
          + "\(json.text.prefix(80)).", at: "rate")
    }
    return Int(rate)
  }
}

extension ActionError {
  /// The error with the places relative to a part of the request.
  fileprivate func moved(outOf part: String) -> ActionError {
    ActionError(
      refusal,
      faults: faults.map { fault in
        let text = fault.pointer.text
        let place = text.hasPrefix(part) ? JSONPointer(String(text.dropFirst(part.count))) : nil
        return Fault(at: place ?? fault.pointer, fault.detail)
      })
  }

  static func badMember(_ detail: String, at name: String) -> ActionError { .invalid("bad-member", detail, at: name) }
}
