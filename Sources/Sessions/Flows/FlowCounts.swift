import JSON
import Navigation

/// Changes of the counts of flows, which one transaction makes.
package struct FlowCounts: Sendable {
  /// The changes from a screen to another one.
  package struct Edge: Hashable, Sendable {
    package let group: FlowGroup
    /// Empty: the session was created.
    package let from: String
    package let to: String
    package let cause: FlowCause
  }

  package struct Route: Hashable, Sendable {
    package let group: FlowGroup
    package let name: String
  }

  package struct RouteCount: Sendable, Equatable {
    /// The sessions whose last change was in the span and left them on the route.
    package var last = 0
    /// The lengths of stays on the route that have ended.
    package var stays = FlowStays()

    package init() {}

    package mutating func add(_ other: RouteCount) {
      // A stored number may be damaged.
      last &+= other.last
      stays.add(other.stays)
    }

    fileprivate var isZero: Bool { last == 0 && stays.counts.isEmpty }
  }

  package private(set) var edges: [Edge: Int] = [:]
  package private(set) var routes: [Route: RouteCount] = [:]

  package init() {}

  package var isEmpty: Bool { edges.isEmpty && routes.isEmpty }

  package mutating func removeAll() { (edges, routes) = ([:], [:]) }

  /// Counts the way of a session of an app.
  package mutating func add(_ way: FlowWay, of app: String) {
    guard !way.steps.isEmpty else { return }
    if let counted = way.counted { count(-1, way.start, counted, of: app) }
    var former = way.start
    let texts = Self.texts(of: way.labels)
    for step in way.steps {
      if let cause = step.cause {
        for group in FlowGroup.all(app, texts, step.position.version, step.at, FlowSpan.ofCounts) {
          edges[Edge(group: group, from: former.route, to: step.position.route, cause: cause), default: 0] += 1
          guard let enteredAt = former.enteredAt else { continue }
          routes[Route(group: group, name: former.route), default: RouteCount()].stays.add(step.at - enteredAt)
        }
      }
      former = step.position
    }
    if let end = way.end { count(1, former, end, of: app) }
  }

  private mutating func count(_ change: Int, _ position: FlowPosition, _ counted: CountedFlow, of app: String) {
    let texts = Self.texts(of: counted.labels)
    for group in FlowGroup.all(app, texts, position.version, counted.at, FlowSpan.allCases) {
      let route = Route(group: group, name: position.route)
      routes[route, default: RouteCount()].last += change
      if routes[route]?.isZero == true { routes[route] = nil }
    }
  }

  /// The labels of the counts of a session: of all sessions, and of those with each of its labels.
  private static func texts(of labels: Labels) -> [String] { [""] + labels.map { "\($0.key):\($0.value)" } }
}

/// A group of changes that are counted together: of an app, a label, a version and a span of time.
package struct FlowGroup: Hashable, Sendable {
  package let app: String
  /// `name:value`; empty: with any labels.
  package let label: ExactString
  package let version: Int
  package let span: FlowSpan
  /// Minutes since 1970.
  package let start: Int64

  fileprivate static func all(
    _ app: String, _ labels: [String], _ version: Int, _ time: Int64, _ spans: [FlowSpan]
  ) -> [FlowGroup] {
    labels.flatMap { label in
      spans.map { span in
        FlowGroup(app: app, label: ExactString(label), version: version, span: span, start: span.start(of: time))
      }
    }
  }
}

/// The spans of time of counts. Queries add up days, and at their ends add or subtract hours; the sessions without a change for
/// an hour end within an hour, at a minute.
package enum FlowSpan: Int, Sendable, CaseIterable {
  case minute = 1
  case hour = 60
  case day = 1_440

  static let ofCounts = [FlowSpan.hour, .day]

  /// The minute of a time in milliseconds since 1970.
  static func minute(_ time: Int64) -> Int64 { time / 60_000 }

  /// The start of the span that has a time, in minutes since 1970.
  func start(of time: Int64) -> Int64 { start(ofMinute: Self.minute(time)) }

  func start(ofMinute minute: Int64) -> Int64 { minute / Int64(rawValue) * Int64(rawValue) }

  /// The spans to add, and those to subtract, for the minutes of a range: twenty hours of a day are the day without four.
  ///
  /// - Parameter spans: The longest first. The bounds of the range are multiples of the last.
  package static func parts(
    of minutes: Range<Int64>, in spans: ArraySlice<FlowSpan>, isSubtracted: Bool = false
  ) -> [FlowQuery.Part] {
    guard let span = spans.first, !minutes.isEmpty else { return [] }
    func parts(_ minutes: Range<Int64>, _ isSubtracted: Bool) -> [FlowQuery.Part] {
      Self.parts(of: minutes, in: spans.dropFirst(), isSubtracted: isSubtracted)
    }
    let (first, last) = (span.nearest(minutes.lowerBound), span.nearest(minutes.upperBound))
    guard first < last else { return parts(minutes, isSubtracted) }
    let whole = FlowQuery.Part(span: span, minutes: first..<last, isSubtracted: isSubtracted)
    let start =
      first < minutes.lowerBound
      ? parts(first..<minutes.lowerBound, !isSubtracted) : parts(minutes.lowerBound..<first, isSubtracted)
    let end =
      last > minutes.upperBound
      ? parts(minutes.upperBound..<last, !isSubtracted) : parts(last..<minutes.upperBound, isSubtracted)
    return [whole] + start + end
  }

  /// The start of a span that is the nearest to a minute.
  private func nearest(_ minute: Int64) -> Int64 { start(ofMinute: minute + Int64(rawValue) / 2) }
}
