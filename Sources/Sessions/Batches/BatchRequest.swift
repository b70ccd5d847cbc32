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

  package static let defaultRate = 100
  package static let rates = 1...10_000
  /// The names of the members.
  package static let members = ["filter", "action", "undo", "delete", "migrate", "rate"]

  /// - Parameter json: An object of the known members.
  /// - Parameter mostActions: The limit of actions that are sent together.
  package init(_ json: JSONObject, mostActions: Int) throws(Refused) {
    self.json = .object(json)
    var filter = try SessionFilter(json["filter"])
    work = try BatchWork(json, app: filter.app, mostActions: mostActions)
    if case .migrate(let migration, _) = work { filter.appVersion = migration.from }
    self.filter = filter
    rate = try Self.rate(json["rate"])
  }

  /// The request of a migration of an app's sessions, as fast as possible.
  ///
  /// - Parameter json: `from` and `to`, and the conditions `sessions` and `label`.
  package init(migrating app: String, _ json: JSONObject) throws(Refused) {
    var (migration, filter) = (json, JSONObject())
    filter["app"] = .string(app)
    for name in ["sessions", "label"] {
      filter[name] = json[name]
      migration[name] = nil
    }
    _ = try SessionMigration(migration)
    let request: JSONObject = [
      "filter": .object(filter), "migrate": .object(migration), "rate": .integer(Int64(Self.rates.upperBound)),
    ]
    do throws(Refused) {
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
    } catch {
      return nil
    }
  }

  private static func rate(_ json: JSONValue?) throws(Refused) -> Int {
    guard let json else { return defaultRate }
    guard let rate = json.integerValue, rates.contains(Int(rate)) else {
      throw .badMember(
        "`rate` must be the sessions per second, from \(rates.lowerBound) to \(rates.upperBound); it is "
          + "\(json.text.prefix(80)).", at: "rate")
    }
    return Int(rate)
  }
}

/// The work of a batch job on each session.
package enum BatchWork: Sendable {
  case act(ActionRequest)
  case undo(ActionRequest)
  case delete
  case migrate(SessionMigration, app: String)

  /// The members of which a job has one.
  private static let names = ["action", "undo", "delete", "migrate"]

  /// - Parameter app: The app in the filter.
  init(_ json: JSONObject, app: String?, mostActions: Int) throws(Refused) {
    let given = Self.names.filter { json[$0] != nil }
    guard let name = given.first, let value = json[name] else {
      throw .invalid("missing-member", "One of `action`, `undo`, `delete` and `migrate` is required.", at: "action")
    }
    if given.count > 1 {
      throw .badMember("A job has one of `action`, `undo`, `delete` and `migrate`; remove `\(given[1])`.", at: given[1])
    }
    switch name {
    case "action": self = .act(try Self.actions(value, most: mostActions))
    case "undo": self = .undo(try Self.undo(value))
    case "migrate": self = try Self.migration(value, of: app)
    default:
      guard value == true else {
        throw .badMember("`delete` must be true; it is \(value.text.prefix(80)).", at: "delete")
      }
      self = .delete
    }
  }

  private static func actions(_ json: JSONValue, most: Int) throws(Refused) -> ActionRequest {
    let place = JSONPointer().appending(name: "action")
    guard json["type"] == nil, let list = json["actions"] else {
      return request([try action(json, at: place)], sent: json, isBatch: false)
    }
    guard let items = list.arrayValue, (1...most).contains(items.count) else {
      throw .invalid("bad-batch", "`actions` must be a list of 1 to \(most) actions.", at: "action", "actions")
    }
    var actions: [Action] = []
    for (index, item) in items.enumerated() {
      actions.append(try action(item, at: place.appending(name: "actions").appending(index: index)))
    }
    return request(actions, sent: json, isBatch: true)
  }

  private static func action(_ json: JSONValue, at place: JSONPointer) throws(Refused) -> Action {
    do throws(Refused) { return try Action(json: json) } catch { throw error.moved(under: place) }
  }

  private static func undo(_ json: JSONValue) throws(Refused) -> ActionRequest {
    guard case .object(let members) = json, members.names.allSatisfy({ $0 == "steps" }) else {
      throw .badMember(
        "`undo` must be an object such as {\"steps\": 1}; it is \(json.text.prefix(80)).", at: "undo")
    }
    let steps = members["steps"]
    guard steps == nil || steps?.integerValue.map({ $0 >= 1 }) == true else {
      throw .invalid("bad-member", "`steps` must be an integer from 1.", at: "undo", "steps")
    }
    var sent: JSONObject = ["type": "undo"]
    sent.merge(members)
    return request(
      [], move: .undo(steps: Int(steps?.integerValue ?? 1)), sent: .object(sent), isBatch: false)
  }

  private static func migration(_ json: JSONValue, of app: String?) throws(Refused) -> BatchWork {
    guard case .object(let members) = json else {
      throw .badMember(
        "`migrate` must be an object such as {\"from\": 1, \"to\": 2}; it is \(json.text.prefix(80)).", at: "migrate")
    }
    let migration = try SessionMigration(members, under: ["migrate"])
    guard let app else {
      throw .invalid("missing-member", "A migration needs the `app` of its sessions in `filter`.", at: "filter", "app")
    }
    return .migrate(migration, app: app)
  }

  private static func request(
    _ actions: [Action], move: HistoryMove? = nil, sent: JSONValue, isBatch: Bool
  ) -> ActionRequest {
    ActionRequest(
      actions: actions, historyMove: move, isBatch: isBatch, sent: sent.bytes, precondition: nil, key: nil,
      wantsSession: false, actor: nil)
  }
}

extension Refused {
  /// The error with the places relative to a part of the request.
  fileprivate func moved(outOf part: String) -> Refused {
    Refused(
      refusal,
      faults: faults.map { fault in
        let text = fault.pointer.text
        let place = text.hasPrefix(part) ? JSONPointer(String(text.dropFirst(part.count))) : nil
        return Fault(at: place ?? fault.pointer, fault.detail)
      })
  }

  static func badMember(_ detail: String, at name: String) -> Refused { .invalid("bad-member", detail, at: name) }
}
