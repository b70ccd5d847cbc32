import Navigation

extension SessionRegistry {
  /// Describes the outcome of a request that a session refused.
  package typealias DescribeRefusal = @Sendable (Outcome, SessionID) -> BatchRefusal

  /// Starts the batch jobs, including those of an earlier process.
  package func startBatches(_ wakeup: any WakeupTimer, describing describe: @escaping DescribeRefusal) {
    batches.start(wakeup) { [self] item, ended in
      carryOut(item.work, of: item.batch, on: item.session) { [self] outcome in
        end(item, BatchAttempt(outcome, of: item.session, describe), ended)
      }
    }
  }

  /// Stops the batch jobs until the next start.
  package func stopBatches() { batches.stop() }

  private func carryOut(
    _ work: BatchWork, of batch: BatchID, on id: SessionID, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    switch work {
    case .act(let request), .undo(let request): perform(request.ofBatch(batch), on: id, answer: answer)
    case .delete: delete(id, as: Deletion(batch: batch), answer: answer)
    case .migrate(let migration, let app):
      guard let versions = migration.versions(of: app, in: catalogue) else { return answer(.missingVersion(migration)) }
      withStore(of: id, answer) { [environment] store, answer in
        store.migrate(along: versions, as: migration.request(of: batch), environment, answer: answer)
      }
    }
  }

  /// Counts a session. A change was counted when it was written.
  private func end(_ item: BatchItem, _ attempt: BatchAttempt, _ ended: @escaping @Sendable (BatchAttempt) -> Void) {
    guard case .done(let outcome) = attempt, outcome != .changed else { return ended(attempt) }
    let isTaken = environment.journal.submit(.batch(.count(item.batch, item.session, outcome))) { failure in
      ended(failure == nil ? attempt : .later)
    }
    if !isTaken { ended(.later) }
  }

  // MARK: Dry run

  /// Reports the outcome that a job would have on a session now.
  func preview(
    _ work: BatchWork, on id: SessionID, _ describe: @escaping DescribeRefusal,
    previewed: @escaping @Sendable (BatchAttempt) -> Void
  ) {
    let answer: @Sendable (Outcome) -> Void = { previewed(BatchAttempt($0, of: id, describe)) }
    switch work {
    case .act(let request), .undo(let request):
      perform(request.ofBatch(.dryRun, isDryRun: true), on: id, answer: answer)
    case .delete:
      withStore(of: id, answer) { [environment] store, answer in
        store.withLease(environment, answer) { state, now in
          state.lease.blocking(nil, at: now).map { .locked($0, at: now) } ?? .deleted
        }
      }
    case .migrate(let migration, let app):
      tryMigration(migration, of: app, on: id) { trial in
        switch trial {
        case .fits: previewed(.done(.changed))
        case .refused(let outcome, _): answer(outcome)
        case .absent: previewed(.gone)
        }
      }
    }
  }

  /// Tries out a migration of a session.
  func tryMigration(
    _ migration: SessionMigration, of app: String, on id: SessionID, tried: @escaping @Sendable (MigrationTrial) -> Void
  ) {
    let fail: @Sendable (Outcome) -> Void = { outcome in
      if case .notFound = outcome { tried(.absent) } else { tried(.refused(outcome, before: Array("null".utf8))) }
    }
    guard let versions = migration.versions(of: app, in: catalogue) else { return fail(.missingVersion(migration)) }
    withStore(of: id, fail) { [environment] store, _ in store.tryMigration(along: versions, environment, tried: tried) }
  }
}

extension Outcome {
  fileprivate static func missingVersion(_ migration: SessionMigration) -> Outcome {
    .failed(.damaged("The versions \(migration.from) and \(migration.to) of the app are not both loaded."))
  }
}

extension BatchAttempt {
  fileprivate init(_ outcome: Outcome, of session: SessionID, _ describe: SessionRegistry.DescribeRefusal) {
    switch outcome {
    case .receipt, .deleted: self = .done(.changed)
    case .unchanged: self = .done(.unchanged)
    // Neither is counted: the second one was when it was done.
    case .notFound, .failed(.doneBefore): self = .gone
    case .journalBusy, .turnsBusy, .sessionBusy, .readsBusy, .failed(.full), .failed(.unavailable): self = .later
    // Also a quarantined session: a job does not wait an hour for one of many (decision 0092).
    default: self = .done(.refused(describe(outcome, session)))
    }
  }
}
