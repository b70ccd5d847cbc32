/// The report of a visit to sessions.
protocol SessionWalkReport: Sendable {
  /// Whether all matching sessions were visited.
  var isComplete: Bool { get set }
}

/// A visit to the sessions that match a filter, one after the other, in the order of their ids.
final class SessionWalk<Report: SessionWalkReport>: Sendable {
  /// Visits a session, and calls `next` with the report after it.
  typealias Visit = @Sendable (SessionID, Report, _ next: @escaping @Sendable (Report) -> Void) -> Void
  /// Receives the last report.
  typealias Done = @Sendable (Result<Report, JournalFailure>) -> Void

  private let registry: SessionRegistry
  private let filter: SessionFilter
  private let mostSessions: Int
  private let visit: Visit
  private let done: Done

  /// The limit of pages that are searched for a session to visit.
  private static var mostPages: Int { 50 }
  private static var page: Int { 100 }

  /// - Parameter mostSessions: The limit of sessions that are visited, apart from the last page.
  init(
    _ filter: SessionFilter, of registry: SessionRegistry, atMost mostSessions: Int, visit: @escaping Visit,
    done: @escaping Done
  ) {
    self.registry = registry
    self.filter = filter
    self.mostSessions = mostSessions
    self.visit = visit
    self.done = done
  }

  func start(with report: Report) { readPage(after: nil, pages: 0, visited: 0, report) }

  private func readPage(after cursor: SessionID?, pages: Int, visited: Int, _ report: Report) {
    registry.list(filter, after: cursor, limit: Self.page) { [self] result in
      switch result {
      case .failure(let failure): done(.failure(failure))
      case .success(let page):
        let visited = visited + page.items.count
        visitAll(page.items.map(\.session.id)[...], report) { [self] report in
          guard let next = page.next else { return finish(report, isComplete: true) }
          guard visited < mostSessions, pages + 1 < Self.mostPages + mostSessions / Self.page else {
            return finish(report, isComplete: false)
          }
          readPage(after: next, pages: pages + 1, visited: visited, report)
        }
      }
    }
  }

  private func finish(_ report: Report, isComplete: Bool) {
    var report = report
    report.isComplete = isComplete
    done(.success(report))
  }

  private func visitAll(
    _ sessions: ArraySlice<SessionID>, _ report: Report, then proceed: @escaping @Sendable (Report) -> Void
  ) {
    guard let session = sessions.first else { return proceed(report) }
    visit(session, report) { [self] report in
      // Without growing the stack.
      registry.environment.later { [self] in visitAll(sessions.dropFirst(), report, then: proceed) }
    }
  }
}
