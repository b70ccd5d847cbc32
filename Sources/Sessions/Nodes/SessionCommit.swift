/// The commit of one write to a session with several nodes.
///
/// A store numbers its writes itself, so that a write may rest on an earlier one that is not durable yet: the basis of
/// each is the token of the one before. The journal commits consecutive writes of a session together: it compares the
/// basis of the first and sets the token of the last.
package struct SessionCommit: Sendable {
  package let session: SessionID
  /// The token that the session's row must have; nil: the session does not exist yet, or is deleted in any state.
  package let basis: CommitToken?
  /// The token that the row has afterwards.
  package let token: CommitToken
  /// The row afterwards; nil: a write that does not change these values, or a deletion.
  package let row: SessionHeader?
  /// The reservation under which the write is made; nil: none.
  package let reservation: SessionReservation?

  package init(
    session: SessionID, basis: CommitToken?, token: CommitToken, row: SessionHeader? = nil,
    reservation: SessionReservation? = nil
  ) {
    self.session = session
    self.basis = basis
    self.token = token
    self.row = row
    self.reservation = reservation
  }
}

/// The values of a session's row that change with its revision.
package struct SessionHeader: Sendable, Equatable {
  package let appVersion: Int
  package let revision: Int
  /// Milliseconds since 1970.
  package let updatedAt: Int64
  /// The time of the last change that was no firing of a recurring timer.
  package let activeAt: Int64
  /// The number of the next id that the session assigns.
  package let nextID: Int
  /// The last output's `seq`.
  package let outputs: Int
  package let undoState: UndoState
  /// The approximate bytes of the changes up to `revision`.
  package let historyBytes: Int
  /// The user's current screen.
  package let current: String
  /// The routes on the path to the current screen, its own last.
  package let path: [String]
}

/// The exclusive right of a node to commit to a session, for at most two seconds.
package struct SessionReservation: Hashable, Sendable {
  /// The greatest number of writes under a reservation, each of at most one change: the number of an event has eight bits
  /// for its place in the transaction.
  package static let capacity = 256

  /// Unique within the node.
  package let number: Int64

  package init(_ number: Int64) {
    self.number = number
  }
}
