import Navigation

/// The commits to a session since a position.
package enum SessionNews: Sendable {
  /// The session has been deleted, or never existed.
  case gone
  /// The position is followed by these commits.
  case changed(NewCommits)
  /// The position does not belong to the session's history, or too much follows. The session has to be loaded anew.
  case replaced
}

/// The commits that follow a position, and the session's row after them.
package struct NewCommits: Sendable {
  package let position: SessionPosition
  /// All changes after the known position, oldest first and without a gap, each whole and with all its content.
  package let changes: [PastChange]
  package let oldest: Int
  package let historyBytes: Int
  /// SHA-256 of the session's token.
  package let tokenHash: [UInt8]
  package let tokens: SessionTokens
  package let key: String?
  package let labels: Labels
  package let lease: Lease?
  /// The calls without an answer.
  package let calls: [WaitingCall]
  /// The responses that were kept with the known revision or a later one, without their bodies.
  package let idempotencyRecords: [IdempotencyRecord]

  package init(
    position: SessionPosition, changes: [PastChange], oldest: Int, historyBytes: Int, tokenHash: [UInt8],
    tokens: SessionTokens, key: String?, labels: Labels, lease: Lease?, calls: [WaitingCall],
    idempotencyRecords: [IdempotencyRecord]
  ) {
    self.position = position
    self.changes = changes
    self.oldest = oldest
    self.historyBytes = historyBytes
    self.tokenHash = tokenHash
    self.tokens = tokens
    self.key = key
    self.labels = labels
    self.lease = lease
    self.calls = calls
    self.idempotencyRecords = idempotencyRecords
  }
}

/// The result of comparing sessions in memory with the journal.
package struct FreshnessReport: Sendable {
  /// The sessions that are not at the given position any more.
  package let news: [SessionID: SessionNews]
  package let editions: CatalogueEditions

  package init(news: [SessionID: SessionNews], editions: CatalogueEditions) {
    self.news = news
    self.editions = editions
  }
}

/// The numbers of the contents of the catalogues. Each change of a catalogue increments its number in the same transaction.
package struct CatalogueEditions: Sendable, Equatable {
  package var apps: Int64
  package var appKeys: Int64
  package var operators: Int64
  package var webhooks: Int64
  /// Changes when a job is added or ended.
  package var batches: Int64

  package init(
    apps: Int64 = 0, appKeys: Int64 = 0, operators: Int64 = 0, webhooks: Int64 = 0, batches: Int64 = 0
  ) {
    self.apps = apps
    self.appKeys = appKeys
    self.operators = operators
    self.webhooks = webhooks
    self.batches = batches
  }
}
