import Sessions

extension Reader {
  enum Query: Sendable {
    case session(SessionID, @Sendable (Result<StoredSession?, JournalFailure>) -> Void)
    case history(HistoryPage, @Sendable (Result<ItemPage<HistoryItem>, JournalFailure>) -> Void)
    case outputs(OutputPage, @Sendable (Result<ItemPage<OutputItem>, JournalFailure>) -> Void)
    case past(PastQuery, @Sendable (Result<PastPage, JournalFailure>) -> Void)
    case timers(TimerQuery, @Sendable (Result<[DueTimer], JournalFailure>) -> Void)
    case tombstone(SessionID, @Sendable (Result<Tombstone?, JournalFailure>) -> Void)
    case messages(MessageQuery, @Sendable (Result<MessagePage, JournalFailure>) -> Void)
    case calls(CallQuery, @Sendable (Result<[CallRow], JournalFailure>) -> Void)
    case sessions(SummaryQuery, @Sendable (Result<[SessionSummary], JournalFailure>) -> Void)
    case appEvents(AppEventQuery, @Sendable (Result<AppEventPage, JournalFailure>) -> Void)
    case excess(ExcessQuery, @Sendable (Result<ExcessPage, JournalFailure>) -> Void)
    case expired(ExpiryQuery, @Sendable (Result<ExpiryPage, JournalFailure>) -> Void)
    case totals(@Sendable (Result<SessionTotals?, JournalFailure>) -> Void)
    case identity(SessionID, @Sendable (Result<SessionIdentity?, JournalFailure>) -> Void)
    case key(String, app: String, @Sendable (Result<SessionID?, JournalFailure>) -> Void)
    case code([UInt8], @Sendable (Result<SessionID?, JournalFailure>) -> Void)
    case answer(String, SessionID?, @Sendable (Result<IdempotencyRecord?, JournalFailure>) -> Void)
  }
}

extension Reader.Query {
  /// Whether the read needs a few rows only. Long reads scan the history of a session, or all sessions.
  var isShort: Bool {
    switch self {
    case .session, .timers, .tombstone, .messages, .calls, .expired, .totals, .identity, .key, .code, .answer: true
    case .history, .outputs, .past, .sessions, .appEvents, .excess: false
    }
  }

  /// The session of the read; nil: all sessions.
  var session: SessionID? {
    switch self {
    case .session(let id, _), .tombstone(let id, _), .identity(let id, _): id
    case .history(let page, _): page.session
    case .outputs(let page, _): page.session
    case .past(let query, _): query.session
    case .answer(_, let session, _): session
    case .timers, .messages, .calls, .sessions, .appEvents, .excess, .expired, .totals, .key, .code: nil
    }
  }
}
