/// The counts of flows to read.
package struct FlowQuery: Sendable {
  /// The counts of spans of a length.
  package struct Part: Sendable {
    package let span: FlowSpan
    package let minutes: Range<Int64>
    /// Whether they are subtracted, since a longer span has them as well.
    package let isSubtracted: Bool
  }

  package let app: String
  /// Minutes since 1970: whole hours.
  package let minutes: Range<Int64>
  /// The minute before which the last change of an ended session was.
  package let endedBefore: Int64
  /// nil: all versions.
  package var version: Int?
  /// `name:value`; empty: with any labels.
  package var label = ""

  /// The counts of single minutes are kept so long: a session has ended after an hour, and the hour before has to be divided.
  static let minutes: Int64 = 180

  /// - Parameters:
  ///   - from: Milliseconds since 1970, as `to`; the hours of both are counted whole.
  ///   - now: The present time.
  package init(app: String, from: Int64, to: Int64, now: Int64) {
    self.app = app
    let start = FlowSpan.hour.start(of: from)
    minutes = start..<max(start, FlowSpan.hour.start(of: to + 3_599_999))
    endedBefore = FlowSpan.minute(now) - 60
  }

  /// The spans of the changes.
  package var spans: [Part] { FlowSpan.parts(of: minutes, in: [.day, .hour]) }

  /// The spans of the last changes of sessions that have ended.
  package var endedSpans: [Part] {
    let end = min(minutes.upperBound, endedBefore)
    return FlowSpan.parts(of: minutes.lowerBound..<max(minutes.lowerBound, end), in: [.day, .hour, .minute])
  }
}

/// The counts of flows in a time.
package struct FlowReport: Sendable {
  package struct Edge: Hashable, Sendable {
    /// Empty: the session was created.
    package let from: String
    package let to: String
    package let cause: FlowCause

    package init(from: String, to: String, cause: FlowCause) {
      self.from = from
      self.to = to
      self.cause = cause
    }
  }

  package var edges: [Edge: Int] = [:]
  package var stays: [String: FlowStays] = [:]
  package var ended: [String: Int] = [:]

  package init() {}

  // Stored numbers may be damaged.

  package mutating func add(_ count: Int, _ edge: Edge, in part: FlowQuery.Part) {
    edges[edge, default: 0] &+= part.isSubtracted ? 0 &- count : count
  }

  package mutating func add(stays: FlowStays, on route: String, in part: FlowQuery.Part) {
    self.stays[route, default: FlowStays()].add(stays, isSubtracted: part.isSubtracted)
  }

  package mutating func add(ended: Int, on route: String, in part: FlowQuery.Part) {
    self.ended[route, default: 0] &+= part.isSubtracted ? 0 &- ended : ended
  }

  /// Drops what subtraction has left at zero.
  package mutating func removeZeros() {
    edges = edges.filter { $0.value > 0 }
    ended = ended.filter { $0.value > 0 }
  }
}
