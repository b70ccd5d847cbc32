/// The limits of the history that a session keeps.
package struct Retention: Sendable, Equatable {
  /// The number of available revisions, including the current one.
  package var revisions = 10_000
  /// Milliseconds: all states of this period stay available, within `revisions`.
  package var age: Int64 = 30 * 24 * 60 * 60 * 1_000
  /// The approximate bytes of the changes, within the other two limits.
  package var bytes = 64 << 20

  package init() {}
}

/// A query for sessions that exceed the limits of their history, in the order of their ids.
package struct ExcessQuery: Sendable {
  /// Only sessions after this one; nil: from the beginning.
  package let after: SessionID?
  package let revisions: Int
  /// States that ended at or before this time are not kept; milliseconds since 1970.
  package let before: Int64
  /// The approximate bytes to keep.
  package let bytes: Int
  /// The number of sessions to examine.
  package let limit: Int
  /// Only this session; nil: all sessions.
  package let only: SessionID?
  /// The bytes to remove from `only`; nil: unknown, its whole history has to be measured.
  package let removal: Int?
  /// Only sessions in these shares; nil: all.
  package let partitions: PartitionSet?

  package init(
    after: SessionID?, revisions: Int, before: Int64, bytes: Int = .max, limit: Int, partitions: PartitionSet? = nil
  ) {
    self.after = after
    self.revisions = revisions
    self.before = before
    self.bytes = bytes
    self.limit = limit
    self.partitions = partitions
    only = nil
    removal = nil
  }

  /// A query for one session, which is returned even if it does not exceed the limits.
  ///
  /// - Parameter removal: The bytes to remove, if the session's count of its bytes is exact. Removing the oldest
  ///   changes then reads these alone.
  package init(of session: SessionID, bytes: Int, removal: Int? = nil) {
    after = nil
    revisions = .max
    before = .min
    self.bytes = bytes
    limit = 1
    only = session
    partitions = nil
    self.removal = removal
  }
}

/// A page of sessions that exceed the limits of their history.
package struct ExcessPage: Sendable, Equatable {
  package var items: [Excess] = []
  /// The id after which the next page starts; nil: this is the last one.
  package var next: SessionID?

  package init() {}
}

/// A session with changes to prune, all of them before its snapshot; or a session with the right history length
/// whose earlier pruning is incomplete and has to be repeated.
package struct Excess: Sendable, Equatable {
  package let session: SessionID
  /// The oldest available revision.
  package let oldest: Int
  package let cut: Int
  package let size: Size?

  /// A measured part of the history in bytes.
  package enum Size: Sendable, Equatable {
    /// The bytes from `cut` on.
    case kept(Int)
    /// The bytes before `cut`.
    case removed(Int)
  }

  package init(session: SessionID, oldest: Int, cut: Int, size: Size? = nil) {
    self.session = session
    self.oldest = oldest
    self.cut = cut
    self.size = size
  }
}
