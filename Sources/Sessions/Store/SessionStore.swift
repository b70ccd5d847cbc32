import JSON
import Navigation
import Synchronization

/// The state of one session: a store driven by reducers.
///
/// Runs reducers and makes changes; the journal persists them. Answers and reads only show durable state: an answer
/// that depends on a change waits until the journal has written it. If the write fails, the store rolls back.
package final class SessionStore: Sendable, SnapshotOwner {
  package let id: SessionID
  let apps: AppVersions
  let createdAt: Int64
  let mutex: Mutex<State>
  let footprint = Footprint()

  /// The mutable state. `draft`, `revision`, `updatedAt` and `outputs` include all pending changes.
  struct State {
    var draft: Draft
    var revision: Int
    var updatedAt: Int64
    /// The time of the last change that was no firing of a recurring timer, from which `expires` counts.
    var activeAt: Int64
    /// The `seq` of the last output.
    var outputs: Int
    var undoState: UndoState
    /// The revisions whose states can be redone, the next one last; nil: unknown, the journal has to be read.
    var undone: [Int]?
    /// The approximate bytes of the changes in the history.
    var historyBytes: Int
    /// Whether `historyBytes` was measured, and every pruning since then was.
    var isHistoryMeasured = false
    /// The last revision that came with an import; nil: not looked up yet.
    var lastImported: Int?
    /// The submitted writes that have not completed, oldest first.
    var pending: [PendingWrite] = []
    /// The number of submitted writes, which numbers them.
    var submitted = 0
    /// The session as JSON at `revision`, if it has been read several times since the last snapshot.
    var encoded: EncodedSession?
    /// Whether the session has been read since the last snapshot.
    var wasRead = false
    /// Whether the JSON of the screens is cached.
    var isJSONCached = false
    var lag: SnapshotLag
    /// nil: flows do not count the session.
    var flow: FlowTrack?
    var isDeleted = false
    /// Whether the store is unloaded; its users have to look the session up again.
    var isRetired = false
    var use = TreeUse()
    /// The hash of the session's token, as stored.
    var tokenHash: [UInt8]
    /// The tokens besides the one of the creation, as stored.
    var tokens: SessionTokens
    var metadata: SessionMetadata
    var idempotencyRecords: IdempotencyRecords
    var subscriptions = Subscriptions()
    var timerChains = TimerChains()
    var slowedChains = SlowedChains()
    /// The calls without an answer.
    var calls: [WaitingCall] = []
    /// Whether a trimming is running, or the margin above the limit that starts one.
    var trimming = Trimming.none(margin: 0)
    /// The number of pending writes that prune the history.
    var prunings = 0
    /// The exclusive right to write; it may have expired.
    var lease: Lease?
    /// The place of the session in the commits of all nodes; nil: there are no other nodes.
    var commits: CommitState?

    /// Answers at once, or after the pending writes that the outcome depends on have completed.
    mutating func afterPending(_ outcome: Outcome, _ answer: @escaping Answer) -> StoreResult {
      guard !pending.isEmpty else { return .answered(outcome) }
      pending[pending.count - 1].waiting.append(
        PendingWrite.Waiting { failure in answer(failure.map(Outcome.failed) ?? outcome) })
      return .pending
    }

    /// Drops what can be derived again. A session in use derives it again with its next change or read.
    mutating func compact() {
      (encoded, wasRead) = (nil, false)
      draft.compact()
      isJSONCached = false
      // A new estimate: the former one would not measure again before larger changes.
      use = TreeUse()
      use.measure(draft.tree)
    }

    /// The version of the app that the session runs on.
    var appVersion: Int { draft.tree.appVersion }

    /// Whether the session was deleted for good: a pending deletion can still fail.
    var isGone: Bool { isDeleted && pending.isEmpty }

    /// The tree and the version without pending changes.
    var committed: (tree: Tree, version: SessionStore.Version) {
      guard !pending.isEmpty else { return (draft.tree, version) }
      var draft = draft
      for change in pending.reversed() { draft.revert(change.edits) }
      return (draft.tree, committedVersion)
    }

    var version: SessionStore.Version {
      get {
        SessionStore.Version(
          revision: revision, updatedAt: updatedAt, activeAt: activeAt, outputs: outputs, undoState: undoState,
          historyBytes: historyBytes, calls: calls)
      }
      set {
        (revision, outputs) = (newValue.revision, newValue.outputs)
        (updatedAt, activeAt) = (newValue.updatedAt, newValue.activeAt)
        // Pruned states stay pruned.
        let oldest = undoState.oldest
        undoState = newValue.undoState
        undoState.oldest = max(oldest, undoState.oldest)
        // A version does not have the list. It is read again from the journal when a redo needs it.
        undone = nil
        calls = newValue.calls
        // May predate a trimming and be too large; the next trimming corrects it.
        historyBytes = newValue.historyBytes
        lag.rollBack()
        flow?.rollBack(to: newValue.revision)
      }
    }

    /// Whether the stored snapshot is not that of the last committed revision.
    var isSnapshotBehind: Bool { lag.isStale || committedVersion.revision > lag.revision }

    /// The version at the last committed revision.
    var committedVersion: SessionStore.Version {
      for pending in pending {
        if case .change(_, let former, _) = pending.kind { return former }
      }
      return version
    }

    /// - Returns: The number under which the journal reports completion.
    mutating func wait(
      for write: PendingWrite.Kind, settled: @escaping Settled
    ) -> Int {
      submitted += 1
      pending.append(
        PendingWrite(number: submitted, kind: write, waiting: [PendingWrite.Waiting(settled: settled)]))
      return submitted
    }

    /// Rolls back the last pending write, which the journal did not accept.
    mutating func rollBackLast() {
      // There is one: the caller has added it with `wait` under the same lock.
      switch pending.removeLast().kind {
      case .change(let edits, let former, _):
        draft.revert(edits)
        version = former
        encoded = nil
      // These change the state when they are committed. A key begins to run only after its submission.
      case .labels: encoded = nil
      case .record, .tokens, .lease, .upkeep: break
      case .deletion: isDeleted = false
      }
    }
  }

  /// The part of a session's state that identifies its revision.
  struct Version {
    var revision: Int
    var updatedAt: Int64
    var activeAt: Int64
    var outputs: Int
    var undoState: UndoState
    var historyBytes = 0
    var calls: [WaitingCall] = []
  }

  typealias Waiting = PendingWrite.Waiting

  package init(
    id: SessionID, apps: AppVersions, createdAt: Int64, updatedAt: Int64, activeAt: Int64? = nil, revision: Int,
    outputs: Int, undoState: UndoState? = nil, historyBytes: Int = 0, tree: Tree, tokenHash: [UInt8],
    tokens: SessionTokens = SessionTokens(), metadata: SessionMetadata = SessionMetadata(),
    idempotencyRecords: [IdempotencyRecord] = [], flow: FlowTrack? = nil
  ) {
    self.id = id
    self.apps = apps
    self.createdAt = createdAt
    mutex = Mutex(
      State(
        draft: Draft(tree), revision: revision, updatedAt: updatedAt, activeAt: activeAt ?? updatedAt, outputs: outputs,
        undoState: undoState ?? UndoState(at: revision), historyBytes: historyBytes, lag: SnapshotLag(at: revision),
        flow: flow, tokenHash: tokenHash, tokens: tokens, metadata: metadata,
        idempotencyRecords: IdempotencyRecords(idempotencyRecords)))
    state.withLock { state in
      state.compact()
      updateFootprint(state)
    }
  }

  /// Estimates the memory of the store: the tree as last measured plus later changes, the session as JSON, stored
  /// answers, and a constant for the object and its place in the registry.
  func updateFootprint(_ state: borrowing State) {
    footprint.bytes.store(
      1_024 + state.use.bytes + (state.encoded?.count ?? 0) + (state.isJSONCached ? state.draft.tree.size : 0)
        + 256 * state.idempotencyRecords.count, ordering: .relaxed)
  }

  // MARK: App

  /// The version of the app that has this number. A version that is not loaded was the app of past states only, of
  /// which the main version stands in for the links.
  func app(_ version: Int) -> App { apps[version] ?? apps.main }

  /// The name of the app, in all its versions.
  package var appName: String { apps.name }

  /// The app that the session runs on. Must not be called while the state is locked.
  var currentApp: App { app(state.withLock { $0.appVersion }) }

  // MARK: Life

  /// Whether the store is unloaded; another store may hold the session now.
  var isRetired: Bool { state.withLock { $0.isRetired } }

  /// Whether the session was deleted or is being deleted, which explains missing changes.
  var isDeleted: Bool { state.withLock { $0.isDeleted } }

  /// Whether the session was deleted for good.
  var isGone: Bool { state.withLock { $0.isGone } }

  /// The oldest available revision.
  var oldest: Int { state.withLock { $0.undoState.oldest } }

  /// Closes the store permanently if no state would be lost; its users have to look up the session again. The lease is
  /// kept by the registry.
  func retire() -> Bool {
    state.withLock { state in
      // Running keys and subscriptions are known to this store only, and so is a pruning that was not written yet.
      guard state.pending.isEmpty, !state.idempotencyRecords.hasRunning, !state.isSnapshotBehind,
        state.subscriptions.isEmpty, state.prunings == 0, !state.isRetired
      else { return false }
      state.isRetired = true
      return true
    }
  }

  /// Whether the stored snapshot is the session as it is, so that it could be unloaded at once.
  var isSettled: Bool { state.withLock { $0.pending.isEmpty && !$0.isSnapshotBehind && $0.prunings == 0 } }

  // MARK: Snapshots

  package func takeSnapshot() -> StateSnapshot? {
    state.withLock { state in
      guard state.isSnapshotBehind else { return nil }
      // Deferred last to first: the pending changes are back in the draft when it is compacted.
      defer {
        state.compact()
        updateFootprint(state)
      }
      // Snapshots are of committed revisions only, so pending changes are reverted temporarily.
      for change in state.pending.reversed() { state.draft.revert(change.edits) }
      defer { for change in state.pending { state.draft.replay(change.edits) } }
      let version = state.committedVersion
      state.lag.take(at: version.revision)
      state.flow?.confirm()
      let snapshot = snapshot(version, state)
      if let flow = snapshot.flow { state.flow?.take(flow) }
      return snapshot
    }
  }

  package func returnSnapshot() {
    state.withLock { state in
      state.lag.markStale()
      state.flow?.giveBack()
    }
  }
}
