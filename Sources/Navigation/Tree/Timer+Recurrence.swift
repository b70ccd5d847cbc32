import CivilDates
import JSON
import Reduction

// A recurrence is stored as an object: `every`, and the `zone` of cron fields or the `interval` in milliseconds; `from`,
// `until`, `missed` and `refused` as far as they differ from the usual.

extension Timer {
  /// The recurrence as it is stored, with the refusal of the last firing; nil: the timer fires once.
  package var storedRecurrence: JSONObject? {
    guard let recurrence else { return nil }
    var json: JSONObject = ["every": .string(recurrence.text)]
    switch recurrence.rule {
    case .cron(_, let zone): json["zone"] = .string(zone.name)
    case .interval(let interval): json["interval"] = .integer(interval)
    }
    if let from = recurrence.from { json["from"] = .integer(from) }
    if let until = recurrence.until { json["until"] = .integer(until) }
    if recurrence.missed != .once { json["missed"] = .string(recurrence.missed.rawValue) }
    if let lastRefusal { json["refused"] = .string(lastRefusal) }
    return json
  }

  /// - Parameter stored: The value of ``storedRecurrence``; nil: the timer fires once.
  package init(
    id: ID, screen: Screen.ID?, effect: String, fireAt: Int64, action: Action, stored: JSONValue?
  ) throws(StoredDataError) {
    self.init(
      id: id, screen: screen, effect: effect, fireAt: fireAt, action: action,
      recurrence: try stored.map { (json) throws(StoredDataError) in try Recurrence(stored: json) },
      lastRefusal: stored?["refused"]?.stringValue)
  }
}

extension Recurrence {
  fileprivate init(stored json: JSONValue) throws(StoredDataError) {
    guard case .object(let members) = json, let text = members["every"]?.stringValue,
      let missed = Missed(rawValue: members["missed"]?.stringValue ?? Missed.once.rawValue)
    else { throw StoredDataError("A recurrence", json) }
    if let interval = members["interval"]?.integerValue, Recurrence.intervals.contains(interval) {
      self.init(.interval(interval), text: text)
    } else if let zone = members["zone"]?.stringValue.flatMap(Zone.init), let schedule = try? CronSchedule(text) {
      self.init(.cron(schedule, zone), text: text)
    } else {
      throw StoredDataError("A recurrence", json)
    }
    from = try Self.moment(members["from"], of: json)
    until = try Self.moment(members["until"], of: json)
    self.missed = missed
    // An interval counts from its first firing.
    if case .interval = rule, from == nil { throw StoredDataError("A recurrence", json) }
  }

  private static func moment(_ value: JSONValue?, of json: JSONValue) throws(StoredDataError) -> Int64? {
    guard let value else { return nil }
    guard let moment = value.integerValue, Timer.moments.contains(moment) else {
      throw StoredDataError("A recurrence", json)
    }
    return moment
  }
}
