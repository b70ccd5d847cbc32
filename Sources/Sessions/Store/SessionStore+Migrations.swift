import Navigation

// Migrations.
extension SessionStore {
  /// Migrates the session as one revision, or leaves it as it is.
  ///
  /// - Parameter versions: The versions on the way. A session on another version than the first is left as it is, with
  ///   the outcome `notFound`.
  func migrate(
    along versions: [App], as request: ActionRequest, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted || state.appVersion != versions[0].version { return state.afterPending(.notFound, answer) }
      if let obstacle = obstacle(state, environment) { return .answered(obstacle) }
      begin(at: environment.now(), &state, environment.limits)
      let labels: Labels
      do throws(ActionError) {
        labels = try migrate(along: versions, &state, environment.limits)
      } catch {
        state.draft.rollBack()
        return state.afterPending(.refused(error), answer)
      }
      if labels != state.nextLabels, let refused = store(labels, &state, environment) {
        state.draft.rollBack()
        return refused
      }
      return commit(request, &state, environment, answer)
    }
  }

  /// Tries a migration out on a copy of the state. Nothing is changed, stored or sent.
  ///
  /// - Returns: nil: the store was unloaded.
  func tryMigration(along versions: [App], _ environment: SessionEnvironment) -> MigrationTrial? {
    state.withLock { state in
      if state.isRetired { return nil }
      if state.isDeleted || state.appVersion != versions[0].version { return .absent }
      let before = encoded(&state)
      if let obstacle = obstacle(state, environment) { return .refused(obstacle, before: before) }
      var trial = state
      begin(at: environment.now(), &trial, environment.limits)
      do throws(ActionError) {
        _ = try migrate(along: versions, &trial, environment.limits)
      } catch {
        return .refused(.refused(error), before: before)
      }
      _ = trial.advance()
      return .fits(before: before, after: encoded(&trial))
    }
  }

  /// The reason for which no change can be made now.
  private func obstacle(_ state: borrowing State, _ environment: SessionEnvironment) -> Outcome? {
    let now = environment.now()
    if let lease = state.lease.blocking(nil, at: now) { return .locked(lease, at: now) }
    let waiting = state.pending.count
    return waiting < environment.limits.waitingActions ? nil : .sessionBusy(waiting: waiting)
  }

  /// Stores the labels that the session has after a migration, before its change.
  ///
  /// - Returns: nil: they will be stored.
  private func store(_ labels: Labels, _ state: inout State, _ environment: SessionEnvironment) -> StoreResult? {
    let result = submit(
      .labels(id, labels, key: nil), as: .labels(labels, key: nil), revokingAt: environment.now(), &state, environment
    ) { _ in }
    if case .pending = result { return nil }
    return result
  }

  /// - Returns: The labels of the session on the last version.
  private func migrate(
    along versions: [App], _ state: inout State, _ limits: SessionLimits
  ) throws(ActionError) -> Labels {
    // There are at least two: `from` is before `to`, and both are among the versions (`SessionMigration`).
    let last = versions[versions.count - 1]
    let labels = try last.labels(completing: state.nextLabels, of: state.nextKey ?? id.text)
    state.draft.session = context(of: state)
    state.draft.session.labels = labels
    let size = state.draft.tree.size
    for (former, next) in zip(versions, versions.dropFirst()) { try next.migrate(&state.draft, from: former) }
    // An answer that arrives later is taken by the new version, so the actions for it have to fit (decision 0048).
    for call in state.calls {
      let reply = try CallReply(of: call)
      try reply.checkFits(along: apps.versions(from: reply.version, to: last.version))
    }
    try state.draft.check(limits, formerSize: size)
    last.restartIdle(&state.draft)
    return labels
  }
}
