import JSON
import Navigation

/// The work of a batch job on each session.
package enum BatchWork: Sendable {
  case act(ActionRequest)
  case undo(ActionRequest)
  case delete
  case migrate(SessionMigration, app: String)

  /// The members of which a job has one.
  private static let names = ["action", "undo", "delete", "migrate"]

  /// - Parameter app: The app in the filter.
  init(_ json: JSONObject, app: String?, mostActions: Int) throws(ActionError) {
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

  private static func actions(_ json: JSONValue, most: Int) throws(ActionError) -> ActionRequest {
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

  private static func action(_ json: JSONValue, at place: JSONPointer) throws(ActionError) -> Action {
    do throws(ActionError) { return try Action(json: json) } catch { throw error.moved(under: place) }
  }

  private static func undo(_ json: JSONValue) throws(ActionError) -> ActionRequest {
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

  private static func migration(_ json: JSONValue, of app: String?) throws(ActionError) -> BatchWork {
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
    ActionRequest(actions: actions, historyMove: move, isBatch: isBatch, sent: sent.bytes)
  }
}
