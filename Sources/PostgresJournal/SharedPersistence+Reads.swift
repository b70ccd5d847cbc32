import Sessions

extension SharedPersistence {
  package func load(_ id: SessionID) async throws(JournalFailure) -> StoredSession? {
    try await reads.read { [clock] connection throws(PostgresError) in
      try SessionReader(connection, now: clock.now).load(id)
    }
  }

  package func identity(of id: SessionID) async throws(JournalFailure) -> SessionIdentity? {
    try await reads.read { [clock] connection throws(PostgresError) in
      try SessionReader(connection, now: clock.now).identity(of: id)
    }
  }

  package func idempotencyRecord(for key: String, of session: SessionID?) async throws(JournalFailure)
    -> IdempotencyRecord?
  {
    try await reads.read { [clock] connection throws(PostgresError) in
      // 24 hours, for which stored answers are kept (decision 0004).
      try ListReader(connection).idempotencyRecord(for: key, of: session, since: clock.now - 86_400_000)
    }
  }

  package func history(_ query: HistoryPageQuery) async throws(JournalFailure) -> ItemPage<HistoryItem> {
    try await reads.read(isLong: true) { connection throws(PostgresError) in
      try HistoryReader(connection).history(query)
    }
  }

  package func outputs(_ query: OutputQuery) async throws(JournalFailure) -> ItemPage<OutputItem> {
    try await reads.read(isLong: true) { connection throws(PostgresError) in
      try HistoryReader(connection).outputs(query)
    }
  }

  package func past(_ query: PastQuery) async throws(JournalFailure) -> PastPage {
    try await reads.read(isLong: true) { connection throws(PostgresError) in try HistoryReader(connection).past(query) }
  }

  package func behind(in partitions: PartitionSet) async throws(JournalFailure) -> [SessionID] {
    try await reads.read(isLong: true) { connection throws(PostgresError) in
      try ListReader(connection).behind(in: partitions)
    }
  }

  package func flows(_ query: FlowQuery) async throws(JournalFailure) -> FlowReport {
    try await reads.read(isLong: true) { connection throws(PostgresError) in try FlowReader(connection).flows(query) }
  }

  package func timers(_ query: TimerQuery) async throws(JournalFailure) -> [DueTimer] {
    try await reads.read { connection throws(PostgresError) in try ListReader(connection).timers(query) }
  }

  package func messages(_ query: MessageQuery) async throws(JournalFailure) -> MessagePage {
    try await reads.read { connection throws(PostgresError) in try ListReader(connection).messages(query) }
  }

  package func calls(_ query: CallQuery) async throws(JournalFailure) -> [CallRow] {
    try await reads.read { connection throws(PostgresError) in try ListReader(connection).calls(query) }
  }

  package func tombstone(of id: SessionID) async throws(JournalFailure) -> Tombstone? {
    try await reads.read { connection throws(PostgresError) in try ListReader(connection).tombstone(of: id) }
  }

  package func session(withKey key: String, of app: String) async throws(JournalFailure) -> SessionID? {
    try await reads.read { connection throws(PostgresError) in
      try ListReader(connection).session(withKey: key, of: app)
    }
  }

  package func session(withToken hash: [UInt8]) async throws(JournalFailure) -> SessionID? {
    try await reads.read { connection throws(PostgresError) in try ListReader(connection).session(withToken: hash) }
  }

  package func sessions(_ query: SummaryQuery) async throws(JournalFailure) -> [SessionSummary] {
    try await reads.read(isLong: true) { connection throws(PostgresError) in try ListReader(connection).sessions(query)
    }
  }

  package func count(_ query: SessionCountQuery) async throws(JournalFailure) -> SessionCounts {
    try await reads.read(isLong: true) { [clock] connection throws(PostgresError) in
      try SessionCountReader(connection, query).counts(now: clock.now)
    }
  }

  package func appEvents(_ query: AppEventQuery) async throws(JournalFailure) -> AppEventPage {
    try await reads.read(isLong: true) { connection throws(PostgresError) in try AppEventReader(connection).page(query)
    }
  }

  package func excess(_ query: ExcessQuery) async throws(JournalFailure) -> ExcessPage {
    try await reads.read(isLong: true) { [clock] connection throws(PostgresError) in
      try RetentionReader(connection, now: clock.now).excess(query)
    }
  }

  package func expired(_ query: ExpiryQuery) async throws(JournalFailure) -> ExpiryPage {
    try await reads.read(isLong: true) { [clock] connection throws(PostgresError) in
      try RetentionReader(connection, now: clock.now).expired(query)
    }
  }

  /// A store on PostgreSQL is backed up by the tools of PostgreSQL.
  package func backUp() async -> BackingUp { .elsewhere }

  package func apps() async throws(JournalFailure) -> [StoredApp] {
    try await reads.read { connection throws(PostgresError) in try CatalogueReader(connection).apps() }
  }

  package func rollouts() async throws(JournalFailure) -> [StoredRollout] {
    try await reads.read { connection throws(PostgresError) in try CatalogueReader(connection).rollouts() }
  }

  package func appKeys() async throws(JournalFailure) -> [StoredAppKey] {
    try await reads.read { connection throws(PostgresError) in try CatalogueReader(connection).appKeys() }
  }

  package func operators() async throws(JournalFailure) -> [StoredOperator] {
    try await reads.read { connection throws(PostgresError) in try CatalogueReader(connection).operators() }
  }

  package func batches() async throws(JournalFailure) -> [StoredBatch] {
    try await reads.read { connection throws(PostgresError) in try CatalogueReader(connection).batches() }
  }

  package func flows(of app: String, after last: StoredFlow?) async throws(JournalFailure) -> [StoredFlow] {
    try await reads.read(isLong: true) { connection throws(PostgresError) in
      try FlowReader(connection).flows(of: app, after: last)
    }
  }

  // MARK: Listeners and tickets

  package func write(_ change: PresenceWrite) async throws(JournalFailure) { _ = try await carryOut(.write(change)) }

  package func presences(of sessions: [SessionID]) async throws(JournalFailure) -> [SessionID: StoredPresences] {
    try await reads.read { connection throws(PostgresError) in
      try PresenceReader(connection).presences(of: sessions)
    }
  }

  package func add(_ ticket: StoredTicket) async throws(JournalFailure) { _ = try await carryOut(.ticket(ticket)) }

  package func redeemTicket(_ hash: [UInt8], of session: SessionID) async throws(JournalFailure) -> StoredTicket? {
    try await carryOut(.redeem(hash, session))
  }

  private func carryOut(_ change: PresenceChange) async throws(JournalFailure) -> StoredTicket? {
    try await awaiting { [self] settled in
      if !presenceWrites.put(PresenceWriter.Job(change: change, settled: settled)) {
        settled(.failure(.unavailable("too many changes of listeners are queued, or the journal is closed")))
      }
    }.get()
  }
}
