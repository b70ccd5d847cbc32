import Navigation

/// One pass over all sessions.
struct Compaction: Sendable {
  let registry: SessionRegistry
  let retention: Retention
  let before: Int64
  let done: @Sendable () -> Void

  /// Sessions examined per query.
  static let page = 100

  private var journal: any Journal { registry.environment.journal }

  func proceed(after session: SessionID?) {
    let query = ExcessQuery(
      after: session, revisions: retention.revisions, before: before, bytes: retention.bytes, limit: Self.page,
      shares: registry.environment.shared?.shares)
    journal.excess(query) { result in
      guard case .success(let page) = result else { return done() }
      prune(page.items[...], then: page.next)
    }
  }

  private func prune(_ items: ArraySlice<Excess>, then next: SessionID?) {
    guard let item = items.first else {
      guard let next else { return done() }
      return later { proceed(after: next) }
    }
    prune(item) { isPossible in
      guard isPossible else { return done() }
      later { prune(items.dropFirst(), then: next) }
    }
  }

  /// - Parameter ended: Whether the journal is writable.
  private func prune(_ item: Excess, ended: @escaping @Sendable (Bool) -> Void) {
    registry.sessions.find(item.session) { result in
      // A session that cannot be read keeps its history; the pass continues.
      guard case .success(let store?) = result else { return ended(true) }
      store.prune(item, registry.environment, ended: ended)
    }
  }

  /// Continues off the journal's threads, without growing their stacks.
  private func later(_ body: @escaping @Sendable () -> Void) {
    registry.environment.later(body)
  }
}
