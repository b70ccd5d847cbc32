/// One pass over the sessions that may have expired. They are deleted one after the other.
struct Expiration: Sendable {
  let registry: SessionRegistry
  let expiry: Expiry
  let done: @Sendable () -> Void

  private static let page = 100

  func start() {
    scan(.own(dueBy: expiry.now), after: nil) {
      guard let age = expiry.age else { return done() }
      scan(.unchanged(since: expiry.now - age), after: nil, then: done)
    }
  }

  private func scan(_ kind: ExpiryQuery.Kind, after: ExpiryPage.Item?, then next: @escaping @Sendable () -> Void) {
    registry.environment.journal.expired(
      ExpiryQuery(kind: kind, after: after, limit: Self.page, shares: registry.environment.shared?.shares)
    ) { result in
      guard case .success(let page) = result else { return done() }
      delete(page.items[...]) {
        guard page.items.count == Self.page else { return next() }
        scan(kind, after: page.items.last, then: next)
      }
    }
  }

  private func delete(_ items: ArraySlice<ExpiryPage.Item>, then next: @escaping @Sendable () -> Void) {
    guard let item = items.first else { return next() }
    expire(item.session) { isPossible in
      guard isPossible else { return done() }
      // Off the journal's threads, without growing their stacks.
      registry.environment.later { delete(items.dropFirst(), then: next) }
    }
  }

  /// - Parameter ended: Whether the journal is writable. A session that cannot be read is kept.
  private func expire(_ id: SessionID, ended: @escaping @Sendable (Bool) -> Void) {
    // The store knows the listeners of this node; on a shared journal others may have some.
    guard let presences = registry.presences else { return delete(id, ended) }
    presences.listens(to: id) { result in
      switch result {
      case .success(true): ended(true)
      case .success(false): delete(id, ended)
      case .failure: ended(false)
      }
    }
  }

  private func delete(_ id: SessionID, _ ended: @escaping @Sendable (Bool) -> Void) {
    let answer: @Sendable (Outcome) -> Void = { outcome in
      switch outcome {
      case .journalBusy, .failed(.full), .failed(.unavailable): ended(false)
      default: ended(true)
      }
    }
    // Not repeated if it is overtaken: the session was changed, or has a listener at another node.
    registry.sessions.use(id) { [registry, expiry] result in
      switch result {
      case .success(nil): answer(.notFound)
      case .failure(let failure): answer(.failed(failure))
      case .success(let store?):
        let deletion = store.delete(as: Deletion(expiry: expiry), registry.environment) { outcome in
          if case .deleted = outcome {
            registry.forget(deleted: store)
            registry.environment.expirations.increment()
          }
          answer(outcome)
        }
        return registry.finish(deletion, store, answer)
      }
      return true
    }
  }
}
