import JSON

/// Changes of the counts of flows, the way they are made: hour by hour, and minute by minute where sessions are last.
///
/// A transaction makes few different ones, so that they are compared with each other rather than hashed.
package struct FlowChanges: Sendable {
  package struct Item: Equatable, Sendable {
    /// Minutes since 1970: of an hour, except for `last`.
    let minute: Int64
    let version: Int
    /// Empty: the session was created.
    let route: String
    let kind: Kind
    let app: String
    /// `name:value`; empty: with any labels.
    let label: String
  }

  enum Kind: Equatable, Sendable {
    /// A change to another screen.
    case edge(to: String, FlowCause)
    /// A stay that has ended, by the place of its length in `FlowStays`.
    case stay(length: Int)
    /// A session whose last change was in the minute.
    case last
  }

  package private(set) var items: [(item: Item, count: Int)] = []

  /// The items that an addition is compared with.
  private static let recent = 16

  package init() {}

  package var isEmpty: Bool { items.isEmpty }

  package mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  package mutating func add(_ other: FlowChanges) {
    for (item, count) in other.items { add(count, item) }
  }

  /// Counts the way of a session of an app.
  package mutating func add(_ way: FlowWay, of app: String) {
    guard !way.steps.isEmpty else { return }
    if let counted = way.counted { add(-1, way.start, counted, of: app) }
    var former = way.start
    let labels = Self.texts(of: way.labels)
    for step in way.steps {
      if let cause = step.cause { for label in labels { add(step, cause, after: former, of: app, label) } }
      former = step.position
    }
    if let end = way.end { add(1, former, end, of: app) }
  }

  private mutating func add(
    _ step: FlowStep, _ cause: FlowCause, after former: FlowPosition, of app: String, _ label: String
  ) {
    let (hour, version) = (FlowSpan.hour.start(of: step.at), step.position.version)
    let edge = Kind.edge(to: step.position.route, cause)
    add(1, Item(minute: hour, version: version, route: former.route, kind: edge, app: app, label: label))
    guard let enteredAt = former.enteredAt else { return }
    let stay = Kind.stay(length: FlowStays.place(of: step.at - enteredAt))
    add(1, Item(minute: hour, version: version, route: former.route, kind: stay, app: app, label: label))
  }

  private mutating func add(_ count: Int, _ position: FlowPosition, _ counted: CountedFlow, of app: String) {
    for label in Self.texts(of: counted.labels) {
      let minute = FlowSpan.minute(counted.at)
      add(
        count,
        Item(minute: minute, version: position.version, route: position.route, kind: .last, app: app, label: label))
    }
  }

  private mutating func add(_ count: Int, _ item: Item) {
    for index in items.indices.suffix(Self.recent).reversed() where items[index].item == item {
      // A stored number may be damaged.
      items[index].count &+= count
      return
    }
    items.append((item, count))
  }

  /// The labels of the counts of a session: of all sessions, and of those with each of its labels.
  private static func texts(of labels: [String: String]) -> [String] { [""] + labels.map { "\($0.key):\($0.value)" } }
}

// The stored form.
extension FlowChanges {
  /// A JSON array of an array for each item.
  package var text: [UInt8] {
    var json = JSONWriter(capacity: 80 * items.count)
    for (index, (item, count)) in items.enumerated() {
      json.append(index == 0 ? "[" : ",")
      item.write(count, to: &json)
    }
    json.append(items.isEmpty ? "[]" : "]")
    return json.bytes
  }

  /// Adds stored changes. Damaged ones are left out.
  package mutating func add(stored text: [UInt8]) {
    guard let stored = (try? JSONValue(parsing: text))?.arrayValue else { return }
    for value in stored {
      guard let (item, count) = Item.read(value) else { continue }
      add(count, item)
    }
  }
}

extension FlowChanges.Item {
  fileprivate func write(_ count: Int, to json: inout JSONWriter) {
    json.append("[")
    json.append(integer: count)
    json.append(",")
    json.append(integer: minute)
    json.append(",")
    json.append(integer: version)
    for text in [route, app, label] {
      json.append(",")
      json.append(string: text)
    }
    switch kind {
    case .edge(let target, let cause):
      json.append(",")
      json.append(string: target)
      json.append(",")
      json.append(string: cause.rawValue)
    case .stay(let length):
      json.append(",")
      json.append(integer: length)
    case .last: break
    }
    json.append("]")
  }

  fileprivate static func read(_ value: JSONValue) -> (FlowChanges.Item, count: Int)? {
    guard let values = value.arrayValue, values.count >= 6, let count = values[0].integerValue,
      let minute = values[1].integerValue, let version = values[2].integerValue, let route = values[3].stringValue,
      let app = values[4].stringValue, let label = values[5].stringValue, let kind = kind(values.dropFirst(6))
    else { return nil }
    let item = Self(minute: minute, version: Int(version), route: route, kind: kind, app: app, label: label)
    return (item, Int(count))
  }

  private static func kind(_ values: ArraySlice<JSONValue>) -> FlowChanges.Kind? {
    guard let first = values.first else { return .last }
    if let length = first.integerValue { return .stay(length: Int(clamping: length)) }
    guard let target = first.stringValue, let cause = values.last?.stringValue.flatMap(FlowCause.init(rawValue:))
    else { return nil }
    return .edge(to: target, cause)
  }
}

extension FlowReport {
  /// Adds the changes that a query asks for.
  package mutating func add(_ changes: FlowChanges, _ query: FlowQuery) {
    for (item, count) in changes.items {
      guard item.app == query.app, item.label == query.label, query.version ?? item.version == item.version,
        query.minutes.contains(item.minute)
      else { continue }
      switch item.kind {
      case .edge(let target, let cause):
        edges[Edge(from: item.route, to: target, cause: cause), default: 0] &+= count
      case .stay(let length): stays[item.route, default: FlowStays()].add(count, at: length)
      case .last where item.minute < query.endedBefore: ended[item.route, default: 0] &+= count
      case .last: break
      }
    }
  }
}
