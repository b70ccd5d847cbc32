import Navigation

/// The conditions for listed sessions; nil: no condition.
package struct SessionFilter: Sendable, Equatable {
  package var app: String?
  /// Only sessions of these apps; empty: of all.
  package var apps: [String] = []
  /// The version of the app on which a session runs.
  package var appVersion: Int?
  /// A route on the path to the current screen, including the screen's own.
  package var route: String?
  package var key: String?
  /// The labels that a session must have, by name.
  package var labels: Labels = [:]
  /// Milliseconds since 1970, both exclusive.
  package var updatedAfter: Int64?
  package var updatedBefore: Int64?
  /// Only these sessions.
  package var ids: [SessionID]?
  /// Milliseconds since 1970, inclusive.
  var createdUntil: Int64?
  /// Only the share of the sessions that a rollout with that share would give that version.
  var share: VersionShare?

  struct VersionShare: Sendable, Equatable {
    let version: Int
    /// Hundredths of a percent.
    let share: Int
  }

  package init() {}

  /// The index with the fewest sessions that can match.
  fileprivate var index: SummaryQuery.Index {
    if let ids { return .sessions(ids) }
    if let key { return .key(key) }
    guard let label = labels.first else { return .all }
    return .label(name: label.key, value: label.value)
  }

  fileprivate func accepts(_ session: SessionSummary) -> Bool {
    app.map { $0 == session.app } ?? true && (apps.isEmpty || apps.contains(session.app))
      && appVersion.map { $0 == session.appVersion } ?? true
      && route.map { route in session.path.contains { $0.isIdentical(to: route) } } ?? true
      && key.map { session.metadata.key?.isIdentical(to: $0) == true } ?? true
      && updatedAfter.map { session.updatedAt > $0 } ?? true && updatedBefore.map { session.updatedAt < $0 } ?? true
      && createdUntil.map { session.createdAt <= $0 } ?? true
      && session.metadata.labels.contain(labels) && isInShare(session)
  }

  private func isInShare(_ session: SessionSummary) -> Bool {
    guard let share else { return true }
    return Shares.isWithin(share.share, of: session.app, share.version, session.metadata.key ?? session.id.text)
  }
}

/// A page of sessions, in the order of their ids.
package struct SessionPage: Sendable {
  package var items: [(session: SessionSummary, listeners: Int)] = []
  /// The id after which the next page starts; nil: this is the last one.
  package var next: SessionID?
}

/// The listing of sessions: loaded ones from memory, the others as they are stored, without loading them.
struct SessionListing: Sendable {
  let sessions: LoadedSessions
  let filter: SessionFilter
  let limit: Int

  /// Sessions per read, so that other users of the reader are not delayed.
  private static let part = 50
  /// The limit of sessions examined for one page.
  static let mostExamined = 2_000

  /// Reads the page after a session.
  func read(after session: SessionID?) async throws(JournalFailure) -> SessionPage {
    var (page, examined) = (SessionPage(next: session), 0)
    repeat {
      let query = SummaryQuery(after: page.next, limit: Self.part, index: filter.index)
      let summaries = try await sessions.environment.journal.sessions(query)
      examined += summaries.count
      if add(summaries, to: &page), summaries.count < Self.part {
        page.next = nil
        break
      }
    } while page.items.count < limit && examined < Self.mostExamined
    return page
  }

  /// - Returns: Whether all of them were examined.
  private func add(_ summaries: [SessionSummary], to page: inout SessionPage) -> Bool {
    for stored in summaries {
      guard page.items.count < limit else { return false }
      page.next = stored.id
      let store = sessions.current(stored.id)
      // A loaded session without a summary was deleted after the row was read.
      guard let session = store.map(\.summary) ?? stored, filter.accepts(session) else { continue }
      page.items.append((session, store?.presences.count ?? 0))
    }
    return true
  }
}
