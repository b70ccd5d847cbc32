import Sessions

extension SharedPersistence {
  package func load(_ id: SessionID, loaded: @escaping @Sendable (Result<StoredSession?, JournalFailure>) -> Void) {
    let clock = clock
    reads.read(loaded) { connection throws(PostgresError) in try SessionReader(connection, now: clock.now).load(id) }
  }

  package func identity(
    of id: SessionID, read: @escaping @Sendable (Result<SessionIdentity?, JournalFailure>) -> Void
  ) {
    let clock = clock
    reads.read(read) { connection throws(PostgresError) in
      try SessionReader(connection, now: clock.now).identity(of: id)
    }
  }

  package func answer(
    to key: String, of session: SessionID?,
    read: @escaping @Sendable (Result<IdempotencyRecord?, JournalFailure>) -> Void
  ) {
    let clock = clock
    reads.read(read) { connection throws(PostgresError) in
      // 24 hours, for which stored answers are kept (decision 0004).
      try ListReader(connection).answer(to: key, of: session, since: clock.now - 86_400_000)
    }
  }

  package func history(
    _ query: HistoryPageQuery, read: @escaping @Sendable (Result<ItemPage<HistoryItem>, JournalFailure>) -> Void
  ) {
    reads.read(isLong: true, read) { connection throws(PostgresError) in try HistoryReader(connection).history(query) }
  }

  package func outputs(
    _ query: OutputQuery, read: @escaping @Sendable (Result<ItemPage<OutputItem>, JournalFailure>) -> Void
  ) {
    reads.read(isLong: true, read) { connection throws(PostgresError) in try HistoryReader(connection).outputs(query) }
  }

  package func past(_ query: PastQuery, read: @escaping @Sendable (Result<PastPage, JournalFailure>) -> Void) {
    reads.read(isLong: true, read) { connection throws(PostgresError) in try HistoryReader(connection).past(query) }
  }

  package func timers(_ query: TimerQuery, read: @escaping @Sendable (Result<[DueTimer], JournalFailure>) -> Void) {
    reads.read(read) { connection throws(PostgresError) in try ListReader(connection).timers(query) }
  }

  package func messages(
    _ query: MessageQuery, read: @escaping @Sendable (Result<MessagePage, JournalFailure>) -> Void
  ) {
    reads.read(read) { connection throws(PostgresError) in try ListReader(connection).messages(query) }
  }

  package func calls(_ query: CallQuery, read: @escaping @Sendable (Result<[CallRow], JournalFailure>) -> Void) {
    reads.read(read) { connection throws(PostgresError) in try ListReader(connection).calls(query) }
  }

  package func tombstone(
    of id: SessionID, read: @escaping @Sendable (Result<Tombstone?, JournalFailure>) -> Void
  ) {
    reads.read(read) { connection throws(PostgresError) in try ListReader(connection).tombstone(of: id) }
  }

  package func session(
    withKey key: String, of app: String, read: @escaping @Sendable (Result<SessionID?, JournalFailure>) -> Void
  ) {
    reads.read(read) { connection throws(PostgresError) in
      try ListReader(connection).session(withKey: key, of: app)
    }
  }

  package func session(
    withCode hash: [UInt8], read: @escaping @Sendable (Result<SessionID?, JournalFailure>) -> Void
  ) {
    reads.read(read) { connection throws(PostgresError) in try ListReader(connection).session(withCode: hash) }
  }

  package func sessions(
    _ query: SummaryQuery, read: @escaping @Sendable (Result<[SessionSummary], JournalFailure>) -> Void
  ) {
    reads.read(isLong: true, read) { connection throws(PostgresError) in try ListReader(connection).sessions(query) }
  }

  package func appEvents(
    _ query: AppEventQuery, read: @escaping @Sendable (Result<AppEventPage, JournalFailure>) -> Void
  ) {
    reads.read(isLong: true, read) { connection throws(PostgresError) in try AppEventReader(connection).page(query) }
  }

  package func excess(_ query: ExcessQuery, read: @escaping @Sendable (Result<ExcessPage, JournalFailure>) -> Void) {
    let clock = clock
    reads.read(isLong: true, read) { connection throws(PostgresError) in
      try RetentionReader(connection, now: clock.now).excess(query)
    }
  }

  package func expired(_ query: ExpiryQuery, read: @escaping @Sendable (Result<ExpiryPage, JournalFailure>) -> Void) {
    let clock = clock
    reads.read(isLong: true, read) { connection throws(PostgresError) in
      try RetentionReader(connection, now: clock.now).expired(query)
    }
  }

  /// A store on PostgreSQL is backed up by the tools of PostgreSQL.
  package func backUp(_ made: @escaping @Sendable (BackingUp) -> Void) {
    made(.elsewhere)
  }

  package func apps(read: @escaping @Sendable (Result<[StoredApp], JournalFailure>) -> Void) {
    reads.read(read) { connection throws(PostgresError) in try CatalogueReader(connection).apps() }
  }

  package func appKeys(read: @escaping @Sendable (Result<[StoredAppKey], JournalFailure>) -> Void) {
    reads.read(read) { connection throws(PostgresError) in try CatalogueReader(connection).appKeys() }
  }

  package func batches(read: @escaping @Sendable (Result<[StoredBatch], JournalFailure>) -> Void) {
    reads.read(read) { connection throws(PostgresError) in try CatalogueReader(connection).batches() }
  }

  // MARK: Listeners and tickets

  package func write(_ change: PresenceWrite, settled: @escaping @Sendable (JournalFailure?) -> Void) {
    put(.write(change, settled))
  }

  package func presences(
    of sessions: [SessionID], read: @escaping @Sendable (Result<[SessionID: StoredPresences], JournalFailure>) -> Void
  ) {
    reads.read(read) { connection throws(PostgresError) in
      try PresenceReader(connection).presences(of: sessions)
    }
  }

  package func add(_ ticket: StoredTicket, settled: @escaping @Sendable (JournalFailure?) -> Void) {
    put(.ticket(ticket, settled))
  }

  package func redeemTicket(
    _ hash: [UInt8], of session: SessionID, taken: @escaping @Sendable (Result<StoredTicket?, JournalFailure>) -> Void
  ) {
    put(.take(hash, session, taken))
  }

  private func put(_ change: PresenceChange) {
    if !presenceWrites.put(change) {
      change.fail(.unavailable("too many changes of listeners are queued, or the journal is closed"))
    }
  }
}
