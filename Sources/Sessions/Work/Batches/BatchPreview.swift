/// A dry run of a batch job: the outcomes that it would have, without effect.
package enum BatchPreview {
  /// The result of a dry run.
  package struct Report: Sendable {
    package fileprivate(set) var counts = BatchCounts()
    /// The first sessions that would change.
    package fileprivate(set) var changed: [SessionID] = []
    /// Whether all matching sessions were tried.
    package internal(set) var isComplete = false
  }

  /// The limit of sessions that are tried.
  package static let mostSessions = 1_000

  /// Tries a request out on the sessions that match its filter.
  package static func run(
    _ request: BatchRequest, of registry: SessionRegistry,
    describing describe: @escaping SessionRegistry.DescribeRefusal
  ) async throws(JournalFailure) -> Report {
    let walk = SessionWalk(request.filter, of: registry, atMost: mostSessions)
    return try await walk.run(with: Report()) { session, report in
      report.record(await registry.preview(request.work, by: request.origin, on: session, describe), of: session)
    }
  }
}

extension BatchPreview.Report: SessionWalkReport {}

extension BatchPreview.Report {
  fileprivate mutating func record(_ attempt: BatchAttempt, of session: SessionID) {
    guard case .done(let outcome) = attempt else { return }
    counts.record(outcome, of: session)
    if outcome == .changed, changed.count < BatchCounts.examples { changed.append(session) }
  }
}
