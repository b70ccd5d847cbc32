import Sessions

/// A page of a session's records that is read in parts: first from the index, then from the backlog.
protocol PartialPage: Sendable {
  associatedtype Item: Sendable

  /// The session of the records.
  var session: SessionID { get }
  /// The items that were read.
  var items: LimitedItems<Item> { get }

  /// Reads the next part from the index.
  ///
  /// - Returns: Whether the index has more.
  mutating func readIndexed(on connection: ReadConnection, _ limits: ReadLimits) throws(SQLiteError) -> Bool
  /// Reads a change that the index does not have, unless it was read already.
  mutating func read(
    _ entry: SnapshotBacklog.Entry, on connection: ReadConnection, _ limits: ReadLimits
  ) throws(SQLiteError)
}

extension PartialPage {
  /// Reads the next part on one snapshot of the database.
  ///
  /// - Parameter entries: The backlog of the session, which was read before the transaction begins; see `Reader.load`.
  /// - Returns: Whether the page is complete.
  mutating func extend(
    on connection: ReadConnection, _ entries: [SnapshotBacklog.Entry], _ limits: ReadLimits
  ) throws(SQLiteError) -> Bool {
    try connection.snapshot { () throws(SQLiteError) in
      if try readIndexed(on: connection, limits) { return false }
      for entry in entries where !items.hasNext { try read(entry, on: connection, limits) }
      return true
    }
  }
}
