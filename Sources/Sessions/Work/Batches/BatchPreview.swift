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
    describing describe: @escaping SessionRegistry.DescribeRefusal,
    done: @escaping @Sendable (Result<Report, JournalFailure>) -> Void
  ) {
    let visit: SessionWalk<Report>.Visit = { session, report, next in
      registry.preview(request.work, on: session, describe) { next(report.noting($0, of: session)) }
    }
    SessionWalk(request.filter, of: registry, atMost: mostSessions, visit: visit, done: done).start(with: Report())
  }
}

extension BatchPreview.Report: SessionWalkReport {}

extension BatchPreview.Report {
  fileprivate func noting(_ attempt: BatchAttempt, of session: SessionID) -> Self {
    var report = self
    guard case .done(let outcome) = attempt else { return report }
    report.counts.note(outcome, of: session)
    if outcome == .changed, changed.count < BatchCounts.examples { report.changed.append(session) }
    return report
  }
}
