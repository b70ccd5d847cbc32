import Navigation

// Writes.
extension SessionStore {
  /// Submits the last pending write.
  ///
  /// - Parameter number: The number of the pending write.
  func submit(_ write: Write, as number: Int, _ state: inout State, _ environment: SessionEnvironment) -> Bool {
    guard state.commits != nil else { return environment.journal.submit(write) { [self] in settle(number, $0) } }
    return submitCommit(write, as: number, &state, environment)
  }

  private func submitCommit(
    _ write: Write, as number: Int, _ state: inout State, _ environment: SessionEnvironment
  ) -> Bool {
    guard let commits = state.commits, let last = state.pending.indices.last else {
      preconditionFailure("a store that several nodes have has a position, and a pending write is submitted")
    }
    let token = CommitToken.random()
    state.pending[last].token = token
    let row: SessionHeader? = if case .change = write { header(state) } else { nil }
    let commit = SessionCommit(
      session: id, basis: last > 0 ? state.pending[last - 1].token : commits.position.token, token: token, row: row,
      reservation: commits.reservation)
    return environment.journal.submit(write, as: commit) { [self, node = environment.node] failure in
      if failure == .overtaken { node.overtaken.increment() }
      settle(number, failure)
    }
  }

  /// The values of the session's row at the newest revision.
  private func header(_ state: borrowing State) -> SessionHeader {
    let tree = state.draft.tree
    return SessionHeader(
      appVersion: tree.appVersion, revision: state.revision, updatedAt: state.updatedAt, activeAt: state.activeAt,
      nextID: tree.lastID, outputs: state.outputs, undoState: state.undoState, historyBytes: state.historyBytes,
      current: tree.current.id,
      path: tree.currentPath)
  }

  /// The commit of the session's creation or import; nil: there are no other nodes.
  func creation(_ environment: SessionEnvironment) -> SessionCommit? {
    guard !environment.node.isSole else { return nil }
    return state.withLock { state in
      let token = CommitToken.random()
      state.commits = CommitState(SessionPosition(token: token, revision: state.revision, revisionToken: token))
      return SessionCommit(session: id, basis: nil, token: token, row: header(state))
    }
  }

  /// Sends a request to the session in memory, if it may be sent without reading anything first.
  ///
  /// - Returns: nil: it may not, and nothing has been answered.
  func sendAtOnce(_ request: ActionRequest, _ execution: RequestExecution, _ answer: @escaping Answer) -> StoreResult? {
    let environment = execution.registry.environment
    if environment.node.isSole {
      if case .done(let result) = send(request, environment, answer: answer) { return result }
      return nil
    }
    return request.isDryRun ? nil : sendUnchecked(request, environment, answer: execution.repeating(answer))
  }

  /// Sends a request without a check, if the last commits were made by this node.
  ///
  /// - Returns: nil when nothing was committed; the request has to be sent after a check. Nothing has been answered then.
  private func sendUnchecked(
    _ request: ActionRequest, _ environment: SessionEnvironment, answer: @escaping Answer
  ) -> StoreResult? {
    state.withLock { state in
      // Two own commits in a row make it likely that no other node writes; the comparison in the commit decides
      // (decision 0065).
      guard let commits = state.commits, commits.ownCommits >= CommitState.favoring, !state.isRetired else {
        return nil
      }
      let submitted = state.submitted
      let trial = ProvisionalAnswer(answer)
      state.commits?.isProvisional = true
      defer { state.commits?.isProvisional = false }
      let result = send(request, plan: nil, &state, environment) { trial.receive($0) }
      guard case .done(let result) = result, state.submitted > submitted else {
        // Pending writes cannot complete before the lock is released.
        trial.discard()
        return nil
      }
      return result
    }
  }

  /// Sets or ends the lease: in the memory of the only node, otherwise in the database.
  ///
  /// - Parameter change: Returns the lease to set, or the holder of the one that prevents it.
  func changeLease(
    _ environment: SessionEnvironment, _ leases: Leases, answer: @escaping Answer,
    by change: (Lease?, _ now: Int64) -> Result<Lease?, LeaseHolder>
  ) -> StoreResult {
    whilePresent(answer) { state in
      let now = environment.now()
      switch change(state.nextLease, now) {
      case .failure(let holder):
        let outcome = Outcome.locked(holder.lease, at: now)
        return state.commits == nil ? .answered(outcome) : state.afterPending(outcome, answer)
      case .success(let lease):
        guard state.commits == nil else {
          return submit(.lease(id, lease), as: .lease(lease), &state, environment) {
            answer($0.map(Outcome.failed) ?? .leased(lease))
          }
        }
        // Under the lock of the store, so that its copy and the table do not differ.
        if let lease, !leases.set(lease, of: id, at: now) { return .answered(.tooManyLeases) }
        if lease == nil, state.lease != nil { leases.remove(of: id) }
        state.lease = lease
        return .answered(.leased(lease))
      }
    }
  }

  /// Drops a message that the session refuses, in its turn among the writes of all nodes.
  func dismiss(
    _ message: MessageRow, _ environment: SessionEnvironment, answer: @escaping Answer
  ) -> StoreResult {
    state.withLock { state in
      if state.isRetired { return .retired }
      return submit(.dismiss(message.id), as: .upkeep, &state, environment) {
        answer($0.map(Outcome.failed) ?? .unchanged)
      }
    }
  }
}
