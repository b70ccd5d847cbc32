/// The report of a visit to sessions.
protocol SessionWalkReport: Sendable {
  /// Whether all matching sessions were visited.
  var isComplete: Bool { get set }
}

/// A visit to the sessions that match a filter, one after the other, in the order of their ids.
struct SessionWalk: Sendable {
  let registry: SessionRegistry
  let filter: SessionFilter
  /// The limit of sessions that are visited, apart from the last page.
  let mostSessions: Int

  /// The limit of pages that are searched for a session to visit.
  private static let mostPages = 50
  private static let page = 100

  init(_ filter: SessionFilter, of registry: SessionRegistry, atMost mostSessions: Int) {
    self.registry = registry
    self.filter = filter
    self.mostSessions = mostSessions
  }

  /// - Returns: The report after the last visit.
  func run<Report: SessionWalkReport>(
    with first: Report, _ visit: (SessionID, inout Report) async -> Void
  ) async throws(JournalFailure) -> Report {
    var (report, cursor) = (first, SessionID?.none)
    var (pages, visited) = (0, 0)
    repeat {
      let page = try await registry.list(filter, after: cursor, limit: Self.page)
      for (session, _) in page.items {
        await visit(session.id, &report)
        await registry.environment.proceedLater()
      }
      (cursor, pages, visited) = (page.next, pages + 1, visited + page.items.count)
    } while cursor != nil && visited < mostSessions && pages < Self.mostPages + mostSessions / Self.page
    report.isComplete = cursor == nil
    return report
  }
}
