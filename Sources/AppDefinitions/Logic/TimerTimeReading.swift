import CivilDates
import JSON
import Navigation
import Reduction

/// When a timer of a route or of a step fires.
extension LogicReader {
  /// The members that say when a timer fires.
  static let timeMembers = ["after", "at", "every", "zone", "from", "until", "missed"]

  mutating func timerTime(_ node: JSONNode, in place: LogicPlace) -> TimerTime? {
    let given = ["after", "at", "every"].filter { node[$0] != nil }
    guard let form = given.first, let value = node[form] else {
      return reader.fault(
        "A timer must have `after` for a delay, `at` for a time or `every` for a recurrence.", at: node.place)
    }
    guard given.count == 1 else {
      return reader.fault(
        "A timer must have one of `after`, `at` and `every`; it has \(Suggestions.list(given)).", at: node.place)
    }
    let others = form == "every" ? [] : Self.timeMembers[3...].filter { node[$0] != nil }
    for name in others {
      reader.report(
        "`\(name)` is for a timer with `every`; this one has `\(form)`.", at: node.place.appending(name: name))
    }
    guard others.isEmpty else { return nil }
    switch form {
    case "after":
      if value.value.stringValue?.contains("${") == true {
        return expression(asText: value, "`after`", in: place).map(TimerTime.afterValue)
      }
      return value.duration("`after`", &reader).map(TimerTime.after)
    case "at":
      guard value.value.stringValue?.contains("${") == true else {
        return reader.fault(
          "`at` must be an expression of a timestamp, such as \"${timestamp(params.time)}\"; it is \(value.value.excerpt).",
          at: value.place)
      }
      return expression(asText: value, "`at`", in: place).map(TimerTime.at)
    default: return recurrence(value, node, in: place)
    }
  }

  /// Reads a text that is one expression in `${…}` as a whole.
  private mutating func expression(asText node: JSONNode, _ what: String, in place: LogicPlace) -> TextTemplate? {
    guard let template = text(node, what, in: place) else { return nil }
    if template.isExpression { return template }
    return reader.fault(
      "\(what) must be one expression as a whole, such as \"${now}\"; it is \(node.value.excerpt).", at: node.place)
  }

  private mutating func recurrence(_ every: JSONNode, _ node: JSONNode, in place: LogicPlace) -> TimerTime? {
    let zone = node["zone"].map { self.zone($0) }
    var recurrence = self.recurrence(every, zone: zone ?? .utc)
    if let node = node["zone"], case .interval? = recurrence?.rule {
      reader.report("`zone` is for cron fields; `every` is the duration \(every.value.excerpt).", at: node.place)
      recurrence = nil
    }
    if let node = node["missed"] {
      let missed = node.value.stringValue.flatMap(Recurrence.Missed.init)
      if missed == nil {
        reader.report("`missed` must be \"once\" or \"skip\"; it is \(node.value.excerpt).", at: node.place)
        recurrence = nil
      }
      recurrence?.missed = missed ?? .once
    }
    let (from, until) = (bound("from", of: node, in: place), bound("until", of: node, in: place))
    guard var recurrence, let from, let until else { return nil }
    (recurrence.from, recurrence.until) = (from.time, until.time)
    return .every(recurrence, from: from.expression, until: until.expression)
  }

  private mutating func recurrence(_ node: JSONNode, zone: Zone?) -> Recurrence? {
    guard let text = node.value.stringValue else {
      return reader.fault(
        "`every` must be a duration such as \"PT15M\" or five cron fields such as \"0 22 * * 1-5\"; it is "
          + "\(node.value.excerpt).", at: node.place)
    }
    // No field of cron begins so.
    if text.hasPrefix("P") || text.hasPrefix("-P") {
      guard let interval = JSONDuration.milliseconds(of: text), Recurrence.intervals.contains(interval) else {
        return reader.fault(
          "`every` must be a duration from \"PT1S\" to \"P366D\", in milliseconds at the finest; it is \(node.value.excerpt).",
          at: node.place)
      }
      return Recurrence(.interval(interval), text: text)
    }
    do throws(CronFault) {
      let schedule = try CronSchedule(text)
      return zone.map { Recurrence(.cron(schedule, $0), text: text) }
    } catch {
      return reader.fault("`every`: \(error.description)", at: node.place)
    }
  }

  private mutating func zone(_ node: JSONNode) -> Zone? {
    guard let name = node.value.stringValue else {
      return reader.fault(
        "`zone` must be the name of a time zone such as \"Europe/Berlin\"; it is \(node.value.excerpt).", at: node.place
      )
    }
    return Zone(name) ?? reader.fault(RecurrenceFault(zone: name).description, at: node.place)
  }

  /// A bound of a recurrence: neither if it is absent.
  private struct Bound {
    var time: Int64?
    var expression: TextTemplate?
  }

  /// Reads a bound; nil if it is faulty.
  private mutating func bound(_ name: String, of node: JSONNode, in place: LogicPlace) -> Bound? {
    guard let node = node[name] else { return Bound() }
    let what = "`\(name)`"
    if node.value.stringValue?.contains("${") == true {
      return expression(asText: node, what, in: place).map { Bound(expression: $0) }
    }
    if let text = node.value.stringValue,
      let time = JSONTimestamp.milliseconds(ofRFC3339: text, roundsUp: name == "from"),
      Timer.moments.contains(time)
    {
      return Bound(time: time)
    }
    return reader.fault(
      "\(what) must be a time such as \"2027-01-31T08:00:00Z\" or an expression of a timestamp in `${…}`; it is "
        + "\(node.value.excerpt).", at: node.place)
  }
}
