import API
import Dispatch
import Glibc
import SQLiteJournal
import Sessions
import PostgresJournal
import Webhooks

extension Serve {
  /// Opens the storage: a database that several nodes share, or a data folder.
  ///
  /// - Returns: nil if a signal came first.
  static func storage(
    _ configuration: Configuration, _ front: Front, _ answers: ResponseBatcher, _ quarantine: Quarantine, _ log: Log
  ) throws -> (any Storage)? {
    guard let store = configuration.store else {
      return try SQLiteJournal(
        directory: configuration.data, capacity: configuration.waitingChanges, checkpoints: configuration.checkpoints,
        expiresUnchanged: configuration.limits.expiry != nil, clock: wallClock, batching: answers.batch,
        onFailure: { report($0, in: log) }, quarantine: quarantine)
    }
    // Holds imports in transit.
    guard mkdir(configuration.data, 0o750) == 0 || errno == EEXIST else {
      throw CommandError(
        "the folder \(configuration.data) for imports cannot be created: \(String(cString: strerror(errno)))")
    }
    return try waitingForStore(front, log) { () throws(StoreError) in
      try SharedPersistence(store, clock: wallClock, batching: answers.batch, onFailure: { report($0, in: log) })
    }
  }

  /// Begins to follow the other nodes; nil without a shared store.
  static func startNode(
    _ journal: any Storage, _ registry: SessionRegistry, _ catalogue: AppCatalogue, _ keys: AppKeys,
    _ operators: Operators, _ webhooks: WebhookSender, _ log: Log
  ) -> NodeCatalogues? {
    guard let store = journal as? SharedPersistence else { return nil }
    registry.startSharing { reason in
      log(
        .error, "all sessions are reloaded: the database has another timeline and may lack acknowledged changes",
        ["reason": .string(reason)])
    }
    let catalogues = NodeCatalogues(store, catalogue, keys, operators, webhooks, registry.batches, log)
    registry.refreshCatalogues(with: catalogues.refresh)
    return catalogues
  }

  /// Looks for changes of other nodes that no hint has announced: of catalogues and pending deliveries four times a
  /// second, and of sessions with listeners every two seconds.
  static func followRegularly(_ node: NodeCatalogues?, _ registry: SessionRegistry) -> [any DispatchSourceTimer] {
    guard let node else { return [] }
    return [
      repeating(everyMilliseconds: 250, from: .now()) { _ in await node.refresh() },
      repeating(everyMilliseconds: 2_000, from: .now()) { _ in registry.checkListened() },
    ]
  }
}
