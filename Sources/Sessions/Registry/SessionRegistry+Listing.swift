/// The conditions for listed sessions; nil: no condition.
package struct SessionFilter: Sendable {
  package var app: String?
  /// A route on the path to the current screen, including the screen's own.
  package var route: String?
  /// Milliseconds since 1970.
  package var updatedAfter: Int64?

  package init(app: String? = nil, route: String? = nil, updatedAfter: Int64? = nil) {
    self.app = app
    self.route = route
    self.updatedAfter = updatedAfter
  }

  fileprivate func takes(_ session: SessionSummary) -> Bool {
    (app.map { $0 == session.app } ?? true) && (route.map(session.path.contains) ?? true)
      && (updatedAfter.map { session.updatedAt > $0 } ?? true)
  }
}

/// A page of sessions, in the order of their ids.
package struct SessionPage: Sendable {
  package var items: [(session: SessionSummary, listeners: Int)] = []
  /// The id after which the next page starts; nil: this is the last one.
  package var next: SessionID?
}

extension SessionRegistry {
  /// Lists sessions page by page: loaded ones from memory, the others from their tables without loading them.
  ///
  /// A page that is not the last may hold fewer than `limit` sessions, since at most ``SessionRegistry/mostListed`` are
  /// examined.
  package func list(
    _ filter: SessionFilter, after: SessionID?, limit: Int,
    listed: @escaping @Sendable (Result<SessionPage, JournalFailure>) -> Void
  ) {
    read(on: SessionPage(next: after), filter, limit, looked: 0, listed)
  }

  private func read(
    on page: SessionPage, _ filter: SessionFilter, _ limit: Int, looked: Int,
    _ listed: @escaping @Sendable (Result<SessionPage, JournalFailure>) -> Void
  ) {
    environment.journal.sessions(SummaryQuery(after: page.next, limit: Self.listPart)) { [self] result in
      switch result {
      case .failure(let failure): listed(.failure(failure))
      case .success(let summaries):
        var page = page
        let isWhole = add(summaries, to: &page, filter, limit)
        let looked = looked + summaries.count
        if isWhole, summaries.count < Self.listPart {
          page.next = nil
        } else if page.items.count < limit, looked < Self.mostListed {
          return read(on: page, filter, limit, looked: looked, listed)
        }
        listed(.success(page))
      }
    }
  }

  /// - Returns: Whether all of them were examined.
  private func add(
    _ summaries: [SessionSummary], to page: inout SessionPage, _ filter: SessionFilter, _ limit: Int
  ) -> Bool {
    for stored in summaries {
      guard page.items.count < limit else { return false }
      page.next = stored.id
      let store = loadedStore(stored.id)
      guard let session = store.map(\.summary) ?? stored, filter.takes(session) else { continue }
      page.items.append((session, store?.presences.count ?? 0))
    }
    return true
  }

  /// Sessions per read, so that other users of the reader are not delayed.
  private static let listPart = 50
  /// The limit of sessions examined for one page.
  static let mostListed = 2_000
}
