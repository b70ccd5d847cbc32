import Support
import Synchronization

/// This server among the nodes that serve the same sessions: what it owns, and how it learns of the commits of others.
package final class ServerNode: Sendable {
  let journal: any Journal
  let checker: FreshnessChecker
  let reservations: ReservationQueues
  /// Writes that lost a race against another node and were carried out again.
  let overtaken = Counter()
  /// The rows of listeners that could not be removed.
  let removals = Mutex<[(session: SessionID, listener: String)]>([])
  /// The ids of the waiting requests that have a row among the listeners.
  let unlisted = Mutex<Set<String>>([])
  /// Reads the catalogues that other nodes have changed.
  typealias CatalogueRefresh = @Sendable () async -> Void
  private let refresh = Mutex<CatalogueRefresh?>(nil)
  private let owned = Mutex((membership: Membership?.none, partitions: PartitionSet.none))

  /// Whether there are no other nodes, so that this one owns all, and what it has in memory is current.
  let isSole: Bool

  init(_ journal: any Journal) {
    self.journal = journal
    isSole = journal.isExclusive
    checker = FreshnessChecker(journal)
    reservations = ReservationQueues(journal)
  }

  /// This node if there are others; nil: it is sole.
  var shared: ServerNode? { isSole ? nil : self }

  /// The shares that this node owns; nil: all.
  var partitions: PartitionSet? { isSole ? nil : owned.withLock { $0.partitions } }

  /// Whether this node does the timers, messages and calls of a session.
  func owns(_ session: SessionID) -> Bool { partitions?.contains(session) ?? true }

  /// Whether this node does the work of one of some shares.
  func owns(anyOf partitions: PartitionSet) -> Bool {
    self.partitions.map { !$0.isDisjoint(with: partitions) } ?? true
  }

  /// Whether this node does the work with a name, such as a webhook or a job.
  package func owns(_ name: String) -> Bool { isSole || owned.withLock { $0.membership }?.owns(name) ?? false }

  /// Sets how the catalogues are read.
  func setRefresh(_ refresh: @escaping CatalogueRefresh) { self.refresh.withLock { $0 = refresh } }

  /// Waits until the catalogues have what other nodes had defined before; not at all if nothing reads them.
  ///
  /// - Returns: false when nothing reads them.
  @discardableResult
  func refreshCatalogues() async -> Bool {
    guard let refresh = refresh.withLock({ $0 }) else { return false }
    await refresh()
    return true
  }

  func update(_ membership: Membership) {
    // Before the lock is taken, since each share is hashed with each node.
    let partitions = membership.partitions
    owned.withLock { $0 = (membership, partitions) }
  }

  func report(in text: inout MetricsText) {
    guard !isSole else { return }
    text.counter(
      "navstate_store_overtaken_total", "Writes that were carried out again after a commit of another node.",
      overtaken.value)
    text.counter(
      "navstate_store_exclusive_commits_total", "Commits under a lock, after two lost races.",
      reservations.count.value)
    text.gauge("navstate_store_nodes", "Nodes that live.", owned.withLock { $0.membership?.living.count ?? 0 })
    text.gauge(
      "navstate_store_shares_owned", "Partitions of the sessions that this node owns.",
      owned.withLock { $0.partitions.numbers.count })
  }
}
