/// A query for expired sessions, in the order of their times.
package struct ExpiryQuery: Sendable {
  package let kind: Kind
  /// Only sessions after this one; nil: from the beginning.
  package let after: ExpiryPage.Item?
  package let limit: Int
  /// Only sessions in these shares; nil: all.
  package let partitions: PartitionSet?

  package enum Kind: Sendable {
    /// Sessions with an expiry of their own, that are due by this time.
    case own(dueBy: Int64)
    /// The others, if they were not changed after this time.
    case unchanged(since: Int64)
  }
}

/// A page of expired sessions, by what is stored of them.
package struct ExpiryPage: Sendable {
  package let items: [Item]

  package struct Item: Sendable {
    package let time: Int64
    package let session: SessionID

    package init(time: Int64, session: SessionID) {
      self.time = time
      self.session = session
    }
  }

  package init(items: [Item]) { self.items = items }
}
