/// The whole state of a session at `session.revision`, as it is stored. The changes after it are stored one by one.
package struct StateSnapshot: Sendable {
  package var session: SessionRow
  /// The root container as JSON, with all that is in it.
  package var navigation: ArraySlice<UInt8>
  /// The token of the commit that made the revision, with several nodes.
  package var revisionToken: CommitToken?
  /// The way since the former snapshot, which is counted with this one; nil: nothing is counted.
  package var flow: FlowWay?

  package init(
    session: SessionRow, navigation: ArraySlice<UInt8>, revisionToken: CommitToken? = nil, flow: FlowWay? = nil
  ) {
    self.session = session
    self.navigation = navigation
    self.revisionToken = revisionToken
    self.flow = flow
  }
}

/// A session whose stored snapshot follows its changes.
package protocol SnapshotOwner: AnyObject, Sendable {
  var id: SessionID { get }
  /// Returns the state at the last committed revision, and counts it as stored; nil: it is stored already.
  func takeSnapshot() -> StateSnapshot?
  /// Records that the snapshot that was taken last was not stored.
  func returnSnapshot()
  /// The session's list entry at its last committed revision; nil: it was deleted.
  var summary: SessionSummary? { get }
}

/// The lag of a session's stored snapshot.
struct SnapshotLag: Sendable {
  /// The revision of the last snapshot that was taken.
  private(set) var revision: Int
  /// The bytes of the changes since then.
  private var bytes = 0
  /// Whether a snapshot was requested because of many changes.
  private var isRequested = false
  /// Whether the snapshot has to be stored although no change followed it.
  private(set) var isStale = false

  /// A snapshot is due after this many changes, once they have this part of the bytes of the state: its cost stays in
  /// proportion to that of the changes, and a load replays a bounded number of them (decision 0094).
  private static let changes = 64
  private static let part = 4

  init(at revision: Int) {
    self.revision = revision
  }

  /// Counts a change.
  ///
  /// - Parameter size: The bytes of the state as JSON.
  /// - Returns: Whether a snapshot is due that was not requested yet.
  mutating func record(_ bytes: Int, at revision: Int, of size: Int) -> Bool {
    self.bytes += bytes
    guard !isRequested, revision - self.revision >= Self.changes, self.bytes >= size / Self.part else { return false }
    isRequested = true
    return true
  }

  /// Records that changes were rolled back: one of them may have been the one to request a snapshot.
  mutating func rollBack() { isRequested = false }

  mutating func markStale() { isStale = true }

  /// Records that a snapshot was taken.
  mutating func take(at revision: Int) { self = SnapshotLag(at: revision) }
}
