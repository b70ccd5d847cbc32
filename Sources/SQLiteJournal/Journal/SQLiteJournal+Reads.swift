import Sessions

extension SQLiteJournal {
  package func load(_ id: SessionID) async throws(JournalFailure) -> StoredSession? {
    try await read(of: id) { reader, connection throws(SQLiteError) in
      try reader.load(id, on: connection)
    }
  }

  package func identity(of id: SessionID) async throws(JournalFailure) -> SessionIdentity? {
    try await read(of: id) { reader, connection throws(SQLiteError) in
      try reader.identity(of: id, on: connection)
    }
  }

  package func tombstone(of id: SessionID) async throws(JournalFailure) -> Tombstone? {
    try await read(of: id) { reader, connection throws(SQLiteError) in
      try reader.tombstone(of: id, on: connection)
    }
  }

  package func idempotencyRecord(for key: String, of session: SessionID?) async throws(JournalFailure)
    -> IdempotencyRecord?
  {
    try await read(of: session) { reader, connection throws(SQLiteError) in
      try reader.idempotencyRecord(for: key, of: session, on: connection)
    }
  }

  package func session(withKey key: String, of app: String) async throws(JournalFailure) -> SessionID? {
    try await read { reader, connection throws(SQLiteError) in
      try reader.session(withKey: key, of: app, on: connection)
    }
  }

  package func session(withToken hash: [UInt8]) async throws(JournalFailure) -> SessionID? {
    try await read { reader, connection throws(SQLiteError) in
      try reader.session(withToken: hash, on: connection)
    }
  }

  package func behind(in partitions: PartitionSet) async throws(JournalFailure) -> [SessionID] { behind }

  package func flows(_ query: FlowQuery) async throws(JournalFailure) -> FlowReport {
    try await read(isLong: true) { reader, connection throws(SQLiteError) in
      try reader.flows(query, on: connection)
    }
  }

  package func timers(_ query: TimerQuery) async throws(JournalFailure) -> [DueTimer] {
    try await read { reader, connection throws(SQLiteError) in try reader.timers(query, on: connection) }
  }

  package func messages(_ query: MessageQuery) async throws(JournalFailure) -> MessagePage {
    try await read { reader, connection throws(SQLiteError) in
      try reader.messages(query, on: connection)
    }
  }

  package func calls(_ query: CallQuery) async throws(JournalFailure) -> [CallRow] {
    try await read { reader, connection throws(SQLiteError) in try reader.calls(query, on: connection) }
  }

  package func expired(_ query: ExpiryQuery) async throws(JournalFailure) -> ExpiryPage {
    try await read { reader, connection throws(SQLiteError) in
      try reader.expired(query, on: connection)
    }
  }

  package func past(_ query: PastQuery) async throws(JournalFailure) -> PastPage {
    try await read(isLong: true, of: query.session) { reader, connection throws(SQLiteError) in
      try reader.past(query, on: connection)
    }
  }

  package func sessions(_ query: SummaryQuery) async throws(JournalFailure) -> [SessionSummary] {
    try await read(isLong: true) { reader, connection throws(SQLiteError) in
      try connection.summaries(query)
    }
  }

  package func appEvents(_ query: AppEventQuery) async throws(JournalFailure) -> AppEventPage {
    try await read(isLong: true) { reader, connection throws(SQLiteError) in
      try AppEventRows(query, reader.limits, connection).page()
    }
  }

  package func excess(_ query: ExcessQuery) async throws(JournalFailure) -> ExcessPage {
    try await read(isLong: true) { reader, connection throws(SQLiteError) in
      try ExcessSearch(query, reader.backlog, connection).page()
    }
  }

  package func history(_ query: HistoryPageQuery) async throws(JournalFailure) -> ItemPage<HistoryItem> {
    try await read(HistoryPage(query))
  }

  package func outputs(_ query: OutputQuery) async throws(JournalFailure) -> ItemPage<OutputItem> {
    try await read(OutputPage(query))
  }

  /// Reads the totals of all sessions.
  func totals() async throws(JournalFailure) -> SessionTotals? {
    try await read { _, connection throws(SQLiteError) in try connection.sessionTotals() }
  }

  /// Runs a read on a reader's thread.
  func read<Value: Sendable>(
    isLong: Bool = false, of session: SessionID? = nil,
    _ body: @escaping @Sendable (Reader, ReadConnection) throws(SQLiteError) -> Value
  ) async throws(JournalFailure) -> Value {
    try await queued { read in
      Reader.Query(isShort: !isLong, session: session) { reader in
        read(reader.result { connection throws(SQLiteError) in try body(reader, connection) })
        return nil
      }
    }
  }

  /// Reads a page in parts.
  private func read<Page: PartialPage>(_ page: Page) async throws(JournalFailure) -> ItemPage<Page.Item> {
    try await queued { page.query($0) }
  }

  private func queued<Value: Sendable>(
    _ query: @escaping (@escaping @Sendable (Result<Value, JournalFailure>) -> Void) -> Reader.Query
  ) async throws(JournalFailure) -> Value {
    try await awaiting { [self] read in
      if !queries.put(query(read)) {
        read(.failure(.unavailable("too many reads are queued, or the journal is closed")))
      }
    }.get()
  }
}

extension PartialPage {
  /// The read of the next part.
  fileprivate func query(_ read: @escaping @Sendable (Result<ItemPage<Item>, JournalFailure>) -> Void) -> Reader.Query {
    Reader.Query(isShort: false, session: session) { reader in
      var page = self
      let part = reader.result { connection throws(SQLiteError) in
        // Before the transaction, as in `Reader.load`.
        try page.extend(on: connection, reader.backlog.entries(of: session), reader.limits)
      }
      switch part {
      case .failure(let failure): read(.failure(failure))
      case .success(true): read(.success(page.items.page))
      case .success(false): return page.query(read)
      }
      return nil
    }
  }
}
