import Navigation
import Synchronization

/// The unloading of sessions whose snapshots have to be stored first, which takes a moment.
struct UnloadingRound: Sendable {
  var isRunning = false
  /// The requests that wait until memory has room, or until the round ends.
  var waiting: [@Sendable (()) -> Void] = []

  /// The limit of waiting requests.
  static let mostWaiting = 4_096
}

extension LoadedSessions {
  /// Unloads sessions when memory use exceeds the limit.
  ///
  /// Those whose snapshots are stored are unloaded at once, on the caller's thread: so unloading keeps pace with
  /// whatever creates and loads sessions. The others follow in a round, after their snapshots have been stored.
  func unloadIfNeeded() {
    // A running round unloads the same sessions, so that no request has to search for some meanwhile.
    guard memory.isExceeded, !rounds.withLock({ $0.isRunning }) else { return }
    if let serving = Self.serving.current {
      serving.wantsUnloading = true
      return
    }
    unloadSettled()
    guard memory.isExceeded, memory.beginUnloading() else { return }
    rounds.withLock { $0.isRunning = true }
    environment.later { [self] in Task.inline { [self] in await unload() } }
  }

  /// Waits until memory has room for another session, or no more can be unloaded.
  func whenRoom() async {
    unloadIfNeeded()
    await awaiting { [self] waiter in
      let waits = rounds.withLock { round in
        guard memory.isFull, round.isRunning, round.waiting.count < UnloadingRound.mostWaiting else { return false }
        round.waiting.append(waiter)
        return true
      }
      if !waits { waiter(()) }
    }
  }

  // MARK: Settled sessions

  /// The number of loaded sessions up to which all of them are compared; of more, a shard at a time.
  private static let fewSessions = 4_096

  private func unloadSettled() {
    if count <= Self.fewSessions {
      for store in oldestFirst(all) where !memory.hasRoom { unloadIfSettled(store) }
      return
    }
    for _ in 0..<shardCount where memory.isExceeded {
      let stores = oldestFirst(nextShard)
      // Ids are random, so the oldest of a shard are among the oldest of all.
      for store in stores.prefix(stores.count / 8 + 1) where !memory.hasRoom { unloadIfSettled(store) }
    }
  }

  private func oldestFirst(_ stores: [SessionStore]) -> [SessionStore] {
    stores.map { (store: $0, lastUse: $0.footprint.lastUse.load(ordering: .relaxed)) }
      .sorted { $0.lastUse < $1.lastUse }.map(\.store)
  }

  /// Unloads a session whose snapshot is stored, unless it is in use.
  func unloadIfSettled(_ store: SessionStore) {
    if store.retire() { forget(store) }
  }

  // MARK: Other sessions

  /// Sessions whose snapshots are stored at a time.
  private static let part = 64

  /// Unloads one part after the other.
  private func unload() async {
    var stores = oldestFirst(all).filter { !$0.isSettled }[...]
    resumeWaiting()
    while !memory.hasRoom, !stores.isEmpty {
      await withTaskGroup(of: Void.self) { group in
        for store in stores.prefix(Self.part) {
          group.addTask { [self] in
            do throws(JournalFailure) {
              try await environment.journal.storeSnapshot(of: store)
              unloadIfSettled(store)
            } catch {}
          }
        }
      }
      await environment.proceedLater()
      stores = stores.dropFirst(Self.part)
      resumeWaiting()
    }
    endRound()
  }

  private func endRound() {
    let waiting = rounds.withLock { round in
      defer { round = UnloadingRound() }
      return round.waiting
    }
    for waiter in waiting { waiter(()) }
    // Sessions that were loaded in the meantime were not in the round.
    if memory.endUnloading() { unloadIfNeeded() }
  }

  private func resumeWaiting() {
    let waiting = rounds.withLock { round -> [@Sendable (()) -> Void] in
      guard !memory.isFull else { return [] }
      defer { round.waiting = [] }
      return round.waiting
    }
    for waiter in waiting { waiter(()) }
  }
}
