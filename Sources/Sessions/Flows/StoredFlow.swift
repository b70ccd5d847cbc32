/// A row of the counts of flows, for copies. Its texts may be damaged.
package struct StoredFlow: Sendable, Equatable {
  package enum Count: Sendable, Equatable {
    case edge(from: String, to: String, cause: String, Int64)
    case route(String, last: Int64, FlowStays)
  }

  package let app: String
  package let label: String
  /// Minutes, as `start`.
  package let span: Int64
  package let start: Int64
  package let version: Int64
  package let count: Count

  package init(app: String, label: String, span: Int64, start: Int64, version: Int64, _ count: Count) {
    self.app = app
    self.label = label
    self.span = span
    self.start = start
    self.version = version
    self.count = count
  }

  /// The most rows that are read or written at a time.
  package static let page = 2_000
}

/// A change of the counts of flows.
package enum FlowWrite: Sendable {
  /// Deletes the counts before a minute, and those of single minutes before another one; minutes since 1970.
  case forget(before: Int64, minutesBefore: Int64)
  /// Inserts rows. Those whose keys exist are left as they are.
  case insert([StoredFlow])
}
