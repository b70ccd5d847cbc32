/// An exclusive right to write to a session for a limited time.
///
/// Held in memory only: it ends with the process, but outlives the unloading of its session. It does not restrict the
/// app's own timers and messages.
package struct Lease: Sendable, Equatable {
  /// The secret that the holder sends with each write.
  package let id: String
  /// The holder's name, shown to other clients.
  package let name: String?
  /// Milliseconds since 1970.
  package let expiresAt: Int64

  package init(id: String, name: String?, expiresAt: Int64) {
    self.id = id
    self.name = name
    self.expiresAt = expiresAt
  }
}

/// A request for a new lease, or for an extension of the lease that the client holds.
package struct LeaseRequest: Sendable {
  /// Milliseconds from now.
  package let time: Int64
  package let name: String?
  /// Whether to replace the lease of another client.
  package let takesOver: Bool
  /// The lease id in the request, if any; it may have expired.
  package let shown: String?
  /// The id for a new lease; it must be unguessable.
  package let newID: String

  package init(time: Int64, name: String?, takesOver: Bool, shown: String?, newID: String) {
    self.time = time
    self.name = name
    self.takesOver = takesOver
    self.shown = shown
    self.newID = newID
  }
}

extension SessionRegistry {
  /// Acquires or extends the exclusive right of a client to write to a session.
  package func lease(
    _ id: SessionID, _ request: LeaseRequest, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment, leases] store in
      store.withLease(environment, answer) { state, now in
        switch state.decide(on: request, at: now) {
        case .failure(let holder): return .locked(holder.lease, at: now)
        case .success(let lease):
          guard leases.set(lease, of: id, at: now) else { return .tooManyLeases }
          state.lease = lease
          return .leased(lease)
        }
      }
    }
  }

  /// Ends the lease with the id `shown`. Succeeds when the session has no lease.
  package func endLease(
    of id: SessionID, shown: String?, answer: @escaping @Sendable (Outcome) -> Void
  ) {
    withStore(of: id, answer) { [environment, leases] store in
      store.withLease(environment, answer) { state, now in
        if let lease = state.lease(against: shown, at: now) { return .locked(lease, at: now) }
        if state.lease != nil { leases.remove(of: id) }
        state.lease = nil
        return .leased(nil)
      }
    }
  }
}

extension SessionStore {
  /// Runs `body` on the state. A lease does not depend on pending writes, so the answer does not wait for the disk.
  fileprivate func withLease(
    _ environment: SessionEnvironment, _ answer: @escaping @Sendable (Outcome) -> Void,
    _ body: (inout State, _ now: Int64) -> Outcome
  ) -> Progress {
    state.withLock { state in
      if state.isRetired { return .lookUpAgain }
      if state.isDeleted { return state.afterPending(.notFound, answer) }
      return .answer(body(&state, environment.now()))
    }
  }
}

extension SessionStore.State {
  /// Returns the unexpired lease of another client, if any; it blocks the write.
  ///
  /// - Parameter shown: The lease id in the request.
  func lease(against shown: String?, at now: Int64) -> Lease? {
    guard let lease, now < lease.expiresAt, lease.id != shown else { return nil }
    return lease
  }

  private func isLeased(at now: Int64) -> Bool { lease.map { now < $0.expiresAt } ?? false }

  /// Returns the lease to set, or the lease of another client that prevents it.
  fileprivate func decide(on request: LeaseRequest, at now: Int64) -> Result<Lease, Holder> {
    if let other = lease(against: request.shown, at: now), !request.takesOver { return .failure(Holder(lease: other)) }
    let own = isLeased(at: now) && lease?.id == request.shown ? lease : nil
    return .success(
      Lease(id: own?.id ?? request.newID, name: request.name ?? own?.name, expiresAt: now + request.time))
  }

  fileprivate struct Holder: Error {
    let lease: Lease
  }
}
