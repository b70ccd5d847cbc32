import JSON
import Navigation

/// The result of trying a migration out.
enum MigrationTrial: Sendable {
  /// The session before and after it, as JSON.
  case fits(before: [UInt8], after: [UInt8])
  case refused(Outcome, before: [UInt8])
  /// The session does not exist or is on another version.
  case absent
}

extension SessionStore {
  /// Migrates the session as one revision, or leaves it as it is.
  ///
  /// - Parameter versions: The versions on the way. A session on another version than the first is left as it is, with
  ///   the outcome `notFound`.
  func migrate(
    along versions: [App], as request: ActionRequest, _ environment: SessionEnvironment,
    answer: @escaping @Sendable (Outcome) -> Void
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted || state.appVersion != versions[0].version { return state.afterPending(.notFound, answer) }
      if let obstacle = obstacle(state, environment) { return .answered(obstacle) }
      begin(at: environment.now(), &state, environment.limits)
      do throws(Refused) {
        try migrate(along: versions, &state, environment.limits)
      } catch {
        state.draft.rollBack()
        return state.afterPending(.refused(error), answer)
      }
      return commit(request, &state, environment, answer)
    }
  }

  /// Tries a migration out on a copy of the state. Nothing is changed, stored or sent.
  func tryMigration(
    along versions: [App], _ environment: SessionEnvironment, tried: @escaping @Sendable (MigrationTrial) -> Void
  ) -> StoreResult {
    let trial = state.withLock { state -> MigrationTrial? in
      if state.isRetired { return nil }
      if state.isDeleted || state.appVersion != versions[0].version { return .absent }
      let before = encoded(&state)
      if let obstacle = obstacle(state, environment) { return .refused(obstacle, before: before) }
      var trial = state
      begin(at: environment.now(), &trial, environment.limits)
      do throws(Refused) {
        try migrate(along: versions, &trial, environment.limits)
      } catch {
        return .refused(.refused(error), before: before)
      }
      _ = trial.advance()
      return .fits(before: before, after: encoded(&trial))
    }
    guard let trial else { return .retired }
    tried(trial)
    return .pending
  }

  /// The reason for which no change can be made now.
  private func obstacle(_ state: borrowing State, _ environment: SessionEnvironment) -> Outcome? {
    let now = environment.now()
    if let lease = state.lease.blocking(nil, at: now) { return .locked(lease, at: now) }
    let waiting = state.pending.count
    return waiting < environment.limits.waitingActions ? nil : .sessionBusy(waiting: waiting)
  }

  private func migrate(
    along versions: [App], _ state: inout State, _ limits: SessionLimits
  ) throws(Refused) {
    state.draft.session = context(of: state)
    let size = state.draft.tree.size
    for (former, next) in zip(versions, versions.dropFirst()) { try next.migrate(&state.draft, from: former) }
    try state.draft.check(limits, formerSize: size)
    versions[versions.count - 1].restartIdle(&state.draft)
  }
}
