// A journal that one server has for itself.
extension Journal {
  package var isExclusive: Bool { true }

  package func check(_ known: [SessionID: SessionPosition]) async throws(JournalFailure) -> FreshnessReport {
    FreshnessReport(news: [:], editions: CatalogueEditions())
  }

  package func reserve(
    _ session: SessionID, since position: SessionPosition
  ) async throws(JournalFailure) -> (SessionReservation, SessionNews?) { (SessionReservation(0), nil) }

  package func end(_ reservation: SessionReservation) {}
  package func announceHints(to listener: @escaping @Sendable ([NodeHint]) -> Void) {}
  package func announceMembership(to listener: @escaping @Sendable (Membership) -> Void) {}
  package func write(_ change: PresenceWrite) async throws(JournalFailure) {}
  package func presences(of sessions: [SessionID]) async throws(JournalFailure) -> [SessionID: StoredPresences] { [:] }
  package func add(_ ticket: StoredTicket) async throws(JournalFailure) {}
  package func redeemTicket(_ hash: [UInt8], of session: SessionID) async throws(JournalFailure) -> StoredTicket? {
    nil
  }
}
