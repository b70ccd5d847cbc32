import Support
import Navigation

// Writes that carry out no action.
extension SessionStore {
  // MARK: Lease

  /// Runs `body` on the state. A lease does not depend on pending writes, so the answer does not wait for the disk.
  func withLease(
    _ environment: SessionEnvironment, _ answer: @escaping Answer,
    _ body: (inout State, _ now: Int64) -> Outcome
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      return .answered(body(&state, environment.now()))
    }
  }

  // MARK: Token

  /// Replaces the token, unless `holder` is no longer the hash of the current one.
  func changeToken(
    to hash: [UInt8], holding holder: [UInt8]?, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      // Of two concurrent changes with the same token, the first one wins.
      let now = environment.now()
      let isHeld = holder.map { holder in
        SHA256.isSame(nextTokenHash(state), holder) || nextTokens(state).role(of: holder, at: now) != nil
      }
      if state.isDeleted || isHeld == false { return state.afterPending(.notFound, answer) }
      let number = state.wait(for: .token(hash)) { answer($0.map(Outcome.failed) ?? .tokenChanged) }
      state.revokeWhenCommitted(at: now, by: environment.broadcaster)
      guard submit(.token(id, hash: hash), as: number, &state, environment) else {
        state.rollBackLast()
        return .answered(.journalBusy)
      }
      return .pending
    }
  }

  /// The hash of the token that is current once all pending writes complete.
  private func nextTokenHash(_ state: borrowing State) -> [UInt8] {
    for pending in state.pending.reversed() {
      if case .token(let hash) = pending.kind { return hash }
    }
    return state.tokenHash
  }

  /// Changes the other tokens of the session. Once the change is durable, event streams of removed tokens end.
  ///
  /// - Parameter change: Returns the new tokens, given the present access and the time.
  func changeTokens(
    _ environment: SessionEnvironment, answer: @escaping Answer,
    by change: (SessionAccess, _ now: Int64) throws(ActionError) -> SessionTokens
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      let (tokens, now): (SessionTokens, Int64)
      do throws(ActionError) {
        now = environment.now()
        tokens = try change(
          SessionAccess(
            tokenHash: nextTokenHash(state), clientRole: app(state.appVersion).clientRole, tokens: nextTokens(state)),
          now)
      } catch {
        return state.afterPending(.refused(error), answer)
      }
      let number = state.wait(for: .tokens(tokens)) { answer($0.map(Outcome.failed) ?? .tokenChanged) }
      state.revokeWhenCommitted(at: now, by: environment.broadcaster)
      guard submit(.tokens(id, tokens), as: number, &state, environment) else {
        state.rollBackLast()
        return .answered(.journalBusy)
      }
      return .pending
    }
  }

  /// The other tokens once all pending writes complete.
  private func nextTokens(_ state: borrowing State) -> SessionTokens {
    for pending in state.pending.reversed() {
      if case .tokens(let tokens) = pending.kind { return tokens }
    }
    return state.tokens
  }

  // MARK: Key and labels

  /// Changes the labels, gives the session a key, and answers with the session.
  func change(
    by patch: MetadataPatch, if precondition: Precondition?, lease: String?, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      if let refusal = state.refusal(precondition, lease, environment, answer) { return refusal }
      let current = app(state.appVersion)
      if let name = patch.labels.keys.first(where: current.variants.sets) {
        return state.afterPending(.refused(.variantLabel(name, of: current)), answer)
      }
      let labels = nextLabels(state).merging(patch.labels)
      guard labels.count <= SessionMetadata.mostLabels else {
        return state.afterPending(.refused(.tooManyLabels(labels.count)), answer)
      }
      // Another request may be giving the session its key at this moment.
      let former = nextKey(state)
      if let former, let key = patch.key, key != former {
        return state.afterPending(.refused(.keyIsFixed(former)), answer)
      }
      let key = former == nil ? patch.key.map { SessionKey(app: apps.name, key: $0) } : nil
      let number = state.wait(for: .labels(labels, key: key?.key)) { [self] failure in
        switch failure {
        case nil: readAgain(.session, answer)
        case .keyTaken: answer(.refused(.keyTaken(patch.key ?? "", of: apps.name)))
        case let failure?: answer(.failed(failure))
        }
      }
      state.revokeWhenCommitted(at: environment.now(), by: environment.broadcaster)
      guard submit(.labels(id, labels, key: key), as: number, &state, environment) else {
        state.rollBackLast()
        return .answered(.journalBusy)
      }
      return .pending
    }
  }

  /// The labels once all pending writes complete.
  private func nextLabels(_ state: borrowing State) -> [String: String] {
    for pending in state.pending.reversed() {
      if case .labels(let labels, _) = pending.kind { return labels }
    }
    return state.metadata.labels
  }

  /// The key once all pending writes complete.
  private func nextKey(_ state: borrowing State) -> String? {
    for pending in state.pending.reversed() {
      if case .labels(_, let key?) = pending.kind { return key }
    }
    return state.metadata.key
  }

  // MARK: Deletion

  /// Deletes the session with all its data, once flows have counted its way.
  func delete(
    as deletion: Deletion = Deletion(), if precondition: Precondition? = nil, lease: String? = nil,
    _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    guard state.withLock({ $0.hasUncountedWay }) else {
      return deleteAtOnce(as: deletion, if: precondition, lease: lease, environment, answer: answer)
    }
    Task.inline { [self] in
      // A session that cannot be counted can be deleted. A change that is made meanwhile has to be counted as well.
      var attempts = 0
      repeat {
        await pendingWrites()
        try? await environment.journal.storeSnapshot(of: self)
        attempts += 1
      } while attempts < 8 && state.withLock { $0.flow?.isBehind ?? false && $0.isSnapshotBehind }
      switch deleteAtOnce(as: deletion, if: precondition, lease: lease, environment, answer: answer) {
      case .answered(let outcome): answer(outcome)
      case .pending, .costly: break
      case .retired: answer(.failed(.overtaken))
      }
    }
    return .pending
  }

  private func deleteAtOnce(
    as deletion: Deletion, if precondition: Precondition?, lease: String?, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      if let refusal = state.refusal(precondition, lease, environment, answer) { return refusal }
      // The session may have been used since the query that found it.
      if let expiry = deletion.expiry, !expiry.applies(to: state) { return .answered(.unchanged) }
      state.isDeleted = true
      let number = state.wait(for: .deletion) { failure in answer(failure.map(Outcome.failed) ?? .deleted) }
      state.whenCommitted { [self] in announceDeletion(by: environment.broadcaster) }
      guard submit(.delete(id, as: deletion), as: number, &state, environment) else {
        state.rollBackLast()
        return .answered(.journalBusy)
      }
      return .pending
    }
  }

  // MARK: Idempotency keys

  /// Marks a new key as running. A known key is left as it is.
  func begin(_ key: IdempotencyKey, _ environment: SessionEnvironment) -> KeyResult {
    state.withLock { state in
      if state.isRetired { return .done(.retired) }
      if state.isDeleted { return .done(.answered(.notFound)) }
      switch state.idempotencyRecords.status(of: key, environment.now() - environment.limits.idempotencyLifetime) {
      case .running: return .done(.answered(.keyInProgress))
      case .reused: return .done(.answered(.keyReused))
      case .completed: return .repeats
      case .new:
        state.idempotencyRecords.begin(key.text)
        return .begun
      }
    }
  }

  /// The result of beginning a key.
  enum KeyResult {
    case done(StoreResult)
    /// The journal has the stored response.
    case repeats
    /// The request is to be carried out.
    case begun
  }

  /// Stores the response to a key's request, or releases the key when there is none.
  ///
  /// The answer is `unchanged`, also if the response cannot be stored.
  func end(
    _ key: IdempotencyKey, recording response: StoredResponse?, _ environment: SessionEnvironment,
    answer: @escaping Answer
  ) -> StoreResult {
    state.withLock { state in
      state.idempotencyRecords.end(key.text)
      // The answers of a deleted session go with it.
      guard let response, !state.isDeleted, !state.isRetired else { return .answered(.unchanged) }
      let record = key.record(
        of: id, status: response.status, revision: state.revision, body: response.body, at: environment.now())
      let number = state.wait(for: .record(record)) { failure in
        answer(failure == .overtaken ? .failed(.overtaken) : .unchanged)
      }
      guard submit(.record(record), as: number, &state, environment) else {
        state.rollBackLast()
        return .answered(.unchanged)
      }
      state.idempotencyRecords.begin(key.text)
      return .pending
    }
  }

  func forgetAnswer(to key: String) {
    state.withLock { $0.idempotencyRecords.remove(key) }
  }
}

extension SessionStore.State {
  /// Whether flows may not have counted a part of the way: no snapshot has it, or one that is being stored.
  fileprivate var hasUncountedWay: Bool {
    !isDeleted && !isRetired && (flow?.isBehind ?? false || commits != nil && flow?.isUnconfirmed ?? false)
  }

  /// The result of a write that the lease of another client or the precondition forbids; nil: it is allowed.
  fileprivate mutating func refusal(
    _ precondition: Precondition?, _ lease: String?, _ environment: SessionEnvironment,
    _ answer: @escaping Answer
  ) -> StoreResult? {
    let now = environment.now()
    if let lease = self.lease.blocking(lease, at: now) { return .answered(.locked(lease, at: now)) }
    guard let precondition, !precondition.holds(at: revision) else { return nil }
    return afterPending(.preconditionFailed(revision: revision), answer)
  }
}

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
      do throws(ActionError) {
        try migrate(along: versions, &state, environment.limits)
      } catch {
        state.draft.rollBack()
        return state.afterPending(.refused(error), answer)
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
        try migrate(along: versions, &trial, environment.limits)
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

  private func migrate(
    along versions: [App], _ state: inout State, _ limits: SessionLimits
  ) throws(ActionError) {
    state.draft.session = context(of: state)
    let size = state.draft.tree.size
    for (former, next) in zip(versions, versions.dropFirst()) { try next.migrate(&state.draft, from: former) }
    // There are at least two: `from` is before `to`, and both are among the versions (`SessionMigration`).
    let last = versions[versions.count - 1]
    // An answer that arrives later is taken by the new version, so the actions for it have to fit (decision 0048).
    for call in state.calls {
      let reply = try CallReply(of: call)
      try reply.checkFits(along: apps.versions(from: reply.version, to: last.version))
    }
    try state.draft.check(limits, formerSize: size)
    last.restartIdle(&state.draft)
  }
}
