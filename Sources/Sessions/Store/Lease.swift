/// The right to be the only client that writes to a session, for a time.
///
/// Is in memory alone, and ends with the process; outlives the unloading of its session. Says nothing about what the app
/// does by itself.
package struct Lease: Sendable, Equatable {
  /// What its holder shows with each write. Only he was told.
  package let id: String
  /// What others are told of who holds it.
  package let name: String?
  /// Milliseconds since 1970.
  package let expiresAt: Int64

  package init(id: String, name: String?, expiresAt: Int64) {
    self.id = id
    self.name = name
    self.expiresAt = expiresAt
  }
}

/// Asks for a lease, or for more time for the one that is shown.
package struct LeaseRequest: Sendable {
  /// Milliseconds from now.
  package let time: Int64
  package let name: String?
  /// Whether it is to end somebody else's.
  package let takesOver: Bool
  /// The lease that the client has, or thinks it has.
  package let shown: String?
  /// What a new one is called: nobody can guess it.
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
  /// Makes a client the only one that may write to a session, or lets it go on being that.
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

  /// Ends the lease that is shown. There may be none any more.
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
  /// A lease rests on nothing that is pending: the answer does not wait for the disk.
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
  /// Somebody else's lease, which keeps a client from writing.
  ///
  /// - Parameter shown: The lease that the client has.
  func lease(against shown: String?, at now: Int64) -> Lease? {
    guard let lease, now < lease.expiresAt, lease.id != shown else { return nil }
    return lease
  }

  private func isLeased(at now: Int64) -> Bool { lease.map { now < $0.expiresAt } ?? false }

  /// The lease that the request is to get, or the holder of the one that keeps it from that.
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
