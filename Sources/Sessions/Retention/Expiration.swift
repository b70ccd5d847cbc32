/// One pass over the sessions that may have expired. They are deleted one after the other.
struct Expiration: Sendable {
  let registry: SessionRegistry
  let expiry: Expiry

  private static let page = 100

  func run() async {
    guard await scan(.own(dueBy: expiry.now)), let age = expiry.age else { return }
    _ = await scan(.unchanged(since: expiry.now - age))
  }

  /// - Returns: Whether the journal is readable and writable.
  private func scan(_ kind: ExpiryQuery.Kind) async -> Bool {
    var last: ExpiryPage.Item?
    do throws(JournalFailure) {
      while true {
        let page = try await registry.environment.journal.expired(
          ExpiryQuery(kind: kind, after: last, limit: Self.page, partitions: registry.environment.node.partitions))
        for item in page.items {
          guard try await expire(item.session) else { return false }
          await registry.environment.proceedLater()
        }
        guard page.items.count == Self.page else { return true }
        last = page.items.last
      }
    } catch {
      return false
    }
  }

  /// - Returns: Whether the journal is writable. A session that cannot be read is kept.
  private func expire(_ id: SessionID) async throws(JournalFailure) -> Bool {
    // The store knows the listeners of this node; with several nodes others may have some.
    if let presences = registry.presences, try await presences.listens(to: id) { return true }
    switch await delete(id) {
    case .journalBusy, .failed(.full), .failed(.unavailable): return false
    default: return true
    }
  }

  private func delete(_ id: SessionID) async -> Outcome {
    do throws(JournalFailure) {
      // Not repeated if it is overtaken: the session was changed, or has a listener at another node.
      let outcome = try await registry.withStoreOnce(of: id, waits: false) { store, answer in
        store.delete(
          as: Deletion(expiry: expiry), registry.environment, answer: registry.forgetting(store, answer))
      }
      if case .deleted = outcome { registry.environment.expirations.increment() }
      return outcome
    } catch {
      return .failed(error)
    }
  }
}
