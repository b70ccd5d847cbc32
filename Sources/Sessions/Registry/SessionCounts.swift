import JSON

/// A property by which sessions are counted.
package enum SessionDimension: Sendable, Hashable {
  /// The route of the current screen.
  case route
  /// The version of the app.
  case version
  /// The value of a label; null: the session does not have it.
  case label(ExactString)

  fileprivate func value(of session: SessionSummary) -> JSONValue {
    switch self {
    case .route: .string(session.path.last ?? "")
    case .version: .integer(Int64(session.appVersion))
    case .label(let name): session.metadata.labels[name.string].map(JSONValue.string) ?? .null
    }
  }
}

/// A query for the numbers of an app's sessions.
package struct SessionCountQuery: Sendable {
  package let app: String
  /// The route and the version before the labels.
  package let dimensions: [SessionDimension]
  /// Only sessions updated after this time, in milliseconds since 1970; nil: all.
  package let updatedAfter: Int64?

  package init(app: String, by dimensions: Set<SessionDimension>, updatedAfter: Int64? = nil) {
    self.app = app
    self.dimensions =
      [.route, .version].filter(dimensions.contains) + dimensions.labels.map { .label(ExactString($0)) }
    self.updatedAfter = updatedAfter
  }

  /// The names of the labels among the dimensions.
  package var labels: [String] { Set(dimensions).labels }

  /// The values of a session; nil: it is not counted.
  package func group(of session: SessionSummary) -> [JSONValue]? {
    guard session.app == app, updatedAfter.map({ session.updatedAt > $0 }) ?? true else { return nil }
    return dimensions.map { $0.value(of: session) }
  }
}

extension Set<SessionDimension> {
  fileprivate var labels: [String] {
    compactMap { if case .label(let name) = $0 { name.string } else { nil } }.sorted()
  }
}

/// The numbers of sessions by the values of their dimensions, at one moment.
package struct SessionCounts: Sendable {
  /// The limit of groups.
  package static let mostGroups = 1_000

  /// Milliseconds since 1970.
  package let asOf: Int64
  private var groups: [[JSONValue]: Int] = [:]

  package init(asOf: Int64) {
    self.asOf = asOf
  }

  /// Adds a number of sessions with these values. Once there are too many groups, nothing is added.
  package mutating func add(_ sessions: Int, to group: [JSONValue]) {
    if !isTooLong { groups[group, default: 0] += sessions }
  }

  private var isTooLong: Bool { groups.count > Self.mostGroups }

  /// The groups, the largest first, then in the order of their values; nil: there are too many.
  package var items: [(values: [JSONValue], sessions: Int)]? {
    guard !isTooLong else { return nil }
    return groups.sorted { left, right in
      left.value == right.value ? Self.precedes(left.key, right.key) : left.value > right.value
    }.map { ($0.key, $0.value) }
  }

  /// Numbers are in their order, texts in that of their bytes after null.
  private static func precedes(_ left: [JSONValue], _ right: [JSONValue]) -> Bool {
    guard let (left, right) = zip(left, right).first(where: { $0 != $1 }) else { return false }
    if let left = left.integerValue, let right = right.integerValue { return left < right }
    guard let left = left.stringValue, let right = right.stringValue else { return left.isNull }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}
