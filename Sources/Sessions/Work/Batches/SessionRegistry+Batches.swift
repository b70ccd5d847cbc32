import Navigation

extension SessionRegistry {
  /// Describes the outcome of a request that a session refused.
  package typealias DescribeRefusal = @Sendable (Outcome, SessionID) -> BatchRefusal

  /// Starts the batch jobs, including those of an earlier process.
  package func startBatches(_ wakeup: any WakeupTimer, describing describe: @escaping DescribeRefusal) {
    batches.start(wakeup) { [self] item in
      let outcome = await carryOut(item.work, of: item.batch, item.origin, on: item.session)
      return await end(item, BatchAttempt(outcome, of: item.session, describe))
    }
  }

  /// Stops the batch jobs until the next start.
  package func stopBatches() { batches.stop() }

  private func carryOut(
    _ work: BatchWork, of batch: BatchID, _ origin: ChangeOrigin, on id: SessionID
  ) async -> Outcome {
    switch work {
    case .act(let request), .undo(let request): return await perform(request.ofBatch(batch, origin), on: id)
    case .delete: return await delete(id, as: Deletion(batch: batch))
    case .migrate(let migration, let app):
      guard let versions = migration.versions(of: app, in: catalogue) else { return .missingVersion(migration) }
      return await withStore(of: id) { [self] store, answer in
        store.migrate(along: versions, as: migration.request(of: batch, origin), environment, answer: answer)
      }
    }
  }

  /// Counts a session. A change was counted when it was written.
  private func end(_ item: BatchItem, _ attempt: BatchAttempt) async -> BatchAttempt {
    guard case .done(let outcome) = attempt, outcome != .changed else { return attempt }
    let isCounted = try? await environment.journal.store(.batch(.count(item.batch, item.session, outcome)))
    return isCounted == true ? attempt : .later
  }

  // MARK: Dry run

  /// Reports the outcome that a job would have on a session now.
  func preview(
    _ work: BatchWork, by origin: ChangeOrigin, on id: SessionID, _ describe: DescribeRefusal
  ) async -> BatchAttempt {
    let outcome: Outcome
    switch work {
    case .act(let request), .undo(let request):
      outcome = await perform(request.ofBatch(.dryRun, origin, isDryRun: true), on: id)
    case .delete:
      outcome = await withStore(of: id) { [self] store, answer in
        store.whilePresent(answer) { state in
          let now = environment.now()
          return .answered(state.lease.blocking(nil, at: now).map { .locked($0, at: now) } ?? .deleted)
        }
      }
    case .migrate(let migration, let app):
      switch await tryMigration(migration, of: app, on: id) {
      case .fits: return .done(.changed)
      case .refused(let refused, _): outcome = refused
      case .absent: return .gone
      }
    }
    return BatchAttempt(outcome, of: id, describe)
  }

  /// Tries out a migration of a session.
  func tryMigration(_ migration: SessionMigration, of app: String, on id: SessionID) async -> MigrationTrial {
    let none = Array("null".utf8)
    guard let versions = migration.versions(of: app, in: catalogue) else {
      return .refused(.missingVersion(migration), before: none)
    }
    var trial: MigrationTrial?
    let outcome = await withStore(of: id) { [self] store, _ in
      trial = store.tryMigration(along: versions, environment)
      return trial == nil ? .retired : .answered(.unchanged)
    }
    if case .unchanged = outcome, let trial { return trial }
    if case .notFound = outcome { return .absent }
    return .refused(outcome, before: none)
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
