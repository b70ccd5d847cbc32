/// How much of its past a session keeps.
package struct Retention: Sendable, Equatable {
  /// So many revisions can be gone back to, the last one counted.
  package var revisions = 10_000
  /// Milliseconds: every state that a session had in that time can be gone back to, within `revisions`.
  package var age: Int64 = 30 * 24 * 60 * 60 * 1_000
  /// About the bytes that its changes may take, within the other two.
  package var bytes = 64 << 20

  package init() {}
}

/// Asks for sessions that keep more of their past than they are to, in the order of their ids.
package struct ExcessQuery: Sendable {
  /// Those after it; nil: from the beginning.
  package let after: SessionID?
  package let revisions: Int
  /// What was over by then is not kept; milliseconds since 1970.
  package let before: Int64
  /// About the bytes that are kept of one that is known to take more.
  package let bytes: Int
  /// Sessions that are looked at.
  package let limit: Int
  /// nil: all sessions.
  package let only: SessionID?

  package init(after: SessionID?, revisions: Int, before: Int64, bytes: Int = .max, limit: Int) {
    self.after = after
    self.revisions = revisions
    self.before = before
    self.bytes = bytes
    self.limit = limit
    only = nil
  }

  /// Asks for one session, which is told of in any case.
  package init(of session: SessionID, bytes: Int) {
    after = nil
    revisions = .max
    before = .min
    self.bytes = bytes
    limit = 1
    only = session
  }
}

package struct ExcessPage: Sendable, Equatable {
  package var items: [Excess] = []
  /// Where to go on; nil: there are no more sessions.
  package var next: SessionID?

  package init() {}
}

/// A session that keeps changes it need not keep, all of which its tables show; or one whose past is as long as it is to be
/// and that has to be pruned to there again, since not all of what was pruned is gone.
package struct Excess: Sendable, Equatable {
  package let session: SessionID
  /// The oldest revision that it keeps, and that it is to keep.
  package let oldest: Int
  package let cut: Int
  /// About the bytes that its history takes from `cut` on; nil: not counted.
  package let bytes: Int?

  package init(session: SessionID, oldest: Int, cut: Int, bytes: Int? = nil) {
    self.session = session
    self.oldest = oldest
    self.cut = cut
    self.bytes = bytes
  }
}
