import Navigation

/// One pass over all sessions.
struct Compaction: Sendable {
  let registry: SessionRegistry
  let retention: Retention
  let before: Int64

  /// Sessions examined per query.
  static let page = 100

  private var environment: SessionEnvironment { registry.environment }

  func run() async {
    var session: SessionID?
    repeat {
      let query = ExcessQuery(
        after: session, revisions: retention.revisions, before: before, bytes: retention.bytes, limit: Self.page,
        partitions: environment.node.partitions)
      guard let page = try? await environment.journal.excess(query) else { return }
      for item in page.items {
        // A session that cannot be read keeps its history; the pass continues.
        if let store = try? await registry.sessions.find(item.session) {
          guard await store.prune(item, environment) else { return }
        }
        await environment.proceedLater()
      }
      session = page.next
      if session != nil { await environment.proceedLater() }
    } while session != nil
  }
}
