/// The random number of the commit that wrote a session's row last, on a journal that several nodes share.
///
/// Everything that belongs to a session is written in a transaction that compares the token of the session's row and
/// puts a new one there. A store in memory is therefore current exactly if it has the token of the row. Revisions do not
/// identify a state: after a deletion and an import, or a failover that lost commits, the same number may have another
/// content.
package struct CommitToken: Hashable, Sendable {
  package let number: Int64

  package init(_ number: Int64) {
    self.number = number
  }

  /// Returns a token that no other commit has.
  package static func random() -> CommitToken { CommitToken(Int64.random(in: .min ... .max)) }
}

/// The position of a store in the commits of its session.
package struct SessionPosition: Hashable, Sendable {
  /// The token of the session's row.
  package var token: CommitToken
  package var revision: Int
  /// The token of the commit that made the revision: of its change, or of the creation or import of the session. Differs
  /// from `token` after commits without a change, such as those of a lease.
  package var revisionToken: CommitToken

  package init(token: CommitToken, revision: Int, revisionToken: CommitToken) {
    self.token = token
    self.revision = revision
    self.revisionToken = revisionToken
  }
}
