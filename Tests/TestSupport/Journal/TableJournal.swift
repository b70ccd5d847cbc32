import Sessions

/// A journal on tables in memory, which answers the questions about sessions.
package protocol TableJournal: Journal {
  var behind: [SessionID] { get }

  /// Reads the tables.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (borrowing MemoryTables) -> Value
  ) async throws(JournalFailure) -> Value
}

extension TableJournal {
  package func load(_ id: SessionID) async throws(JournalFailure) -> StoredSession? {
    try await read { $0.stored(id) }
  }

  package func identity(of id: SessionID) async throws(JournalFailure) -> SessionIdentity? {
    try await read { $0.identity(of: id) }
  }

  package func idempotencyRecord(
    for key: String, of session: SessionID?
  ) async throws(JournalFailure) -> IdempotencyRecord? {
    try await read { $0.idempotencyRecord(for: key, of: session) }
  }

  package func history(_ query: HistoryPageQuery) async throws(JournalFailure) -> ItemPage<HistoryItem> {
    try await read { $0.history(query) }
  }

  package func outputs(_ query: OutputQuery) async throws(JournalFailure) -> ItemPage<OutputItem> {
    try await read { $0.outputs(query) }
  }

  package func past(_ query: PastQuery) async throws(JournalFailure) -> PastPage {
    try await read { $0.past(query) }
  }

  package func timers(_ query: TimerQuery) async throws(JournalFailure) -> [DueTimer] {
    try await read { $0.timers(query) }
  }

  package func tombstone(of id: SessionID) async throws(JournalFailure) -> Tombstone? {
    try await read { $0.tombstones[id] }
  }

  package func messages(_ query: MessageQuery) async throws(JournalFailure) -> MessagePage {
    try await read { $0.messages(query) }
  }

  package func calls(_ query: CallQuery) async throws(JournalFailure) -> [CallRow] {
    try await read { $0.calls(query) }
  }

  package func session(withKey key: String, of app: String) async throws(JournalFailure) -> SessionID? {
    try await read { $0.session(withKey: key, of: app) }
  }

  package func session(withToken hash: [UInt8]) async throws(JournalFailure) -> SessionID? {
    try await read { tables in
      tables.sessions.first { $0.value.tokens.items.contains { $0.hash == hash } }?.key
    }
  }

  package func excess(_ query: ExcessQuery) async throws(JournalFailure) -> ExcessPage {
    try await read { $0.excess(query) }
  }

  package func expired(_ query: ExpiryQuery) async throws(JournalFailure) -> ExpiryPage {
    try await read { $0.expired(query) }
  }

  package func count(_ query: SessionCountQuery) async throws(JournalFailure) -> SessionCounts {
    preconditionFailure("counts of sessions are tested on a database")
  }

  package func sessions(_ query: SummaryQuery) async throws(JournalFailure) -> [SessionSummary] {
    preconditionFailure("lists of sessions are tested on a database")
  }

  package func behind(in partitions: PartitionSet) async throws(JournalFailure) -> [SessionID] { behind }

  package func flows(_ query: FlowQuery) async throws(JournalFailure) -> FlowReport {
    preconditionFailure("flows are tested on a database")
  }

  package func appEvents(_ query: AppEventQuery) async throws(JournalFailure) -> AppEventPage {
    preconditionFailure("the events of apps are tested on a database")
  }

  package var lastEvent: Int64 { 0 }
  package func announceEvents(to listener: @escaping @Sendable () -> Void) {}
  package func backUp() async -> BackingUp { .failed(.unavailable("a journal in memory has no files")) }
}
