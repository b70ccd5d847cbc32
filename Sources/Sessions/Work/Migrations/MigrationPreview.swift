/// A dry run of a migration: the kinds of outcomes that it would have, without effect.
package struct MigrationPreview: SessionWalkReport {
  /// In the order of their first sessions.
  package private(set) var outcomes: [OutcomeGroup] = []
  /// Whether all matching sessions were tried.
  package internal(set) var isComplete = false

  /// Sessions with the same outcome.
  package struct OutcomeGroup: Sendable {
    /// `migrated`, or the code of a refusal.
    package let kind: String
    package fileprivate(set) var count = 1
    /// The first of the sessions as JSON, before the migration and after it; nil: it stays as it is.
    package let before: [UInt8]
    package let after: [UInt8]?
    /// The reason for which the sessions stay as they are; nil: they are migrated.
    package let why: String?
  }

  /// The limit of sessions that are tried.
  package static let mostSessions = 10_000
  /// The limit of outcomes with different reasons. Further ones are counted with another of the same kind.
  private static let mostOutcomes = 50

  /// Tries a migration out on all sessions that match.
  ///
  /// - Parameter request: A request whose work is a migration.
  package static func run(
    _ request: BatchRequest, of registry: SessionRegistry,
    describing describe: @escaping SessionRegistry.DescribeRefusal
  ) async throws(JournalFailure) -> MigrationPreview {
    guard case .migrate(let migration, let app) = request.work else {
      preconditionFailure("the request is no migration")
    }
    let walk = SessionWalk(request.filter, of: registry, atMost: mostSessions)
    return try await walk.run(with: MigrationPreview()) { session, preview in
      preview.record(await registry.tryMigration(migration, of: app, on: session)) { describe($0, session) }
    }
  }

  private mutating func record(_ trial: MigrationTrial, describe: (Outcome) -> BatchRefusal) {
    switch trial {
    case .absent: break
    case .fits(let before, let after):
      add(OutcomeGroup(kind: "migrated", before: before, after: after, why: nil))
    case .refused(let outcome, let before):
      let refusal = describe(outcome)
      add(OutcomeGroup(kind: refusal.code, before: before, after: nil, why: refusal.detail))
    }
  }

  private mutating func add(_ outcome: OutcomeGroup) {
    let same = outcomes.firstIndex { $0.kind == outcome.kind && $0.why == outcome.why }
    let full = outcomes.count >= Self.mostOutcomes
    if let index = same ?? (full ? outcomes.firstIndex { $0.kind == outcome.kind } : nil) {
      outcomes[index].count += 1
    } else {
      outcomes.append(outcome)
    }
  }
}
