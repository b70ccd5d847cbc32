/// The work of a scheduler: the items in memory and their order, and which items are still to be read.
protocol WorkBacklog: Sendable {
  /// An item of work.
  associatedtype Item: Sendable
  /// The result of an attempt to do an item.
  associatedtype Attempt: Sendable
  /// A query for items that are not in memory.
  associatedtype Query: Sendable
  /// The items that a query returns.
  associatedtype Page: Sendable

  /// The limit of items that run concurrently.
  static var concurrency: Int { get }
  /// The time of the next item in memory that is not running; nil: there is none.
  var nextDue: Int64? { get }
  /// The time at which to read more items; nil: there are enough in memory.
  var nextRead: Int64? { get }

  /// Removes and returns due items, which are then running.
  mutating func popDue(_ now: Int64, atMost limit: Int) -> [Item]
  /// Ends a running item, or schedules another attempt.
  mutating func end(_ item: Item, _ attempt: Attempt, _ now: Int64) -> AttemptOutcome
  /// Returns the next query.
  mutating func beginReading(_ now: Int64) -> Query
  /// Adds the items of a query; nil: they could not be read.
  mutating func endReading(_ page: Page?, of query: Query, _ now: Int64)
}

extension WorkBacklog {
  /// Leaves capacity in the journal's queue for other writes.
  static var concurrency: Int { 64 }
}

/// The effect of an attempt on the other work of a scheduler.
enum AttemptOutcome {
  /// The other work continues.
  case settled
  /// The journal failed, so all work pauses.
  case journalFailed
}
