import JSON
import Navigation
import Synchronization

/// The state of one session: a store driven by reducers.
///
/// Runs reducers and makes changes; the journal persists them. Answers and reads only show durable state: an answer
/// that depends on a change waits until the journal has written it. If the write fails, the store rolls back.
package final class SessionStore: Sendable, Projecting {
  package let id: SessionID
  let app: App
  let createdAt: Int64
  let state: Mutex<State>
  let footprint = Footprint()

  /// The mutable state. `draft`, `revision`, `updatedAt` and `outputs` include all pending changes.
  struct State {
    var draft: Draft
    var revision: Int
    var updatedAt: Int64
    /// The `seq` of the last output.
    var outputs: Int
    var undoState: UndoState
    /// The revisions whose states can be redone, the next one last; nil: unknown, the journal has to be read.
    var undone: [Int]?
    /// The approximate bytes of the changes in the history.
    var historyBytes: Int
    /// Whether `historyBytes` was measured, and every pruning since then was.
    var isHistoryMeasured = false
    /// Whether a trimming is running, or the margin above the limit that starts one.
    var trimming = Trimming.none(margin: 0)
    /// Step lists that were recently stored with their changes.
    var recentSteps = RecentStepLists()
    /// The submitted writes that have not completed, oldest first.
    var pending: [Pending] = []
    /// The number of submitted writes, which numbers them.
    var submitted = 0
    /// The session as JSON at `revision`, if it has been read.
    var encoded: [UInt8]?
    var dirtyRows = DirtyRows()
    var use = TreeUse()
    var answers: IdempotencyRecords
    /// The keys whose first request has not completed.
    var runningKeys: Set<String> = []
    /// The subscribers that receive each committed revision.
    var subscriptions: [Subscription] = []
    /// The subscribers that start when the currently pending writes have completed.
    var joining: [PendingSubscription] = []
    /// SHA-256 of the session's token, as stored; empty: no token opens the session.
    var tokenHash: [UInt8]
    /// The exclusive right to write; it may have expired.
    var lease: Lease?
    var isDeleted = false
    /// The number of pending writes that prune the history. Until they complete, the tables lag behind.
    var prunings = 0
    /// Whether the store is unloaded; its users have to look the session up again.
    var isRetired = false
  }

  package init(
    id: SessionID, app: App, createdAt: Int64, updatedAt: Int64, revision: Int, outputs: Int,
    undoState: UndoState? = nil, historyBytes: Int = 0, tree: Tree, tokenHash: [UInt8],
    answers: [IdempotencyRecord] = []
  ) {
    self.id = id
    self.app = app
    self.createdAt = createdAt
    self.state = Mutex(
      State(
        draft: Draft(tree), revision: revision, updatedAt: updatedAt, outputs: outputs,
        undoState: undoState ?? UndoState(at: revision), historyBytes: historyBytes,
        answers: IdempotencyRecords(answers),
        tokenHash: tokenHash))
    state.withLock { state in
      state.use.measure(state.draft.tree)
      noteFootprint(state)
    }
  }

  /// Estimates the memory of the store: the tree as last measured plus later changes, the session as JSON, stored
  /// responses and a constant.
  func noteFootprint(_ state: borrowing State) {
    footprint.bytes.store(
      1_024 + state.use.bytes + (state.encoded?.count ?? 0) + state.recentSteps.size
        + 256 * state.answers.count, ordering: .relaxed)
  }

  /// The memory of the tree. Measuring visits the whole tree, so it is repeated only after changes of a comparable
  /// total size.
  struct TreeUse {
    private var measured: Int?
    /// Bytes of the changes since the last measurement, as text.
    private var written = 0

    mutating func note(written count: Int) { written += count }

    mutating func measure(_ tree: borrowing Tree) {
      if let measured, written < max(1_024, measured / 8) { return }
      measured = tree.memorySize
      written = 0
    }

    /// The estimate. Later changes may consist of many small values, which take several times the bytes of their text.
    var bytes: Int { (measured ?? 0) + 4 * written }
  }

  func forgetAnswer(to key: String) {
    state.withLock { $0.answers.remove(key) }
  }
}
