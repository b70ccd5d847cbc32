import JSON
import Navigation
import Synchronization

/// One client's state: a reducer-driven store.
///
/// Runs reducers and forms changes; does not persist them, the journal does. What a request is told, and what others
/// can read, is always durable: an answer that rests on a change waits until the journal has settled it, and when that
/// fails, the store goes back to where it was.
package final class SessionStore: Sendable, Projecting {
  package let id: SessionID
  let app: App
  let createdAt: Int64
  let state: Mutex<State>
  let footprint = Footprint()

  /// What changes. `draft`, `revision`, `updatedAt` and `outputs` are as after all pending changes.
  struct State {
    var draft: Draft
    var revision: Int
    var updatedAt: Int64
    /// The `seq` of the last output.
    var outputs: Int
    var undoState: UndoState
    /// The states that can be redone, the next one last; nil: the journal has to be asked.
    var undone: [Int]?
    /// About the bytes that the changes of the history take.
    var historyBytes: Int
    /// Whether the history is being trimmed, or how much more than the limit it may take before it is.
    var trimming = Trimming.none(margin: 0)
    /// Lists of steps that were stored beside their changes.
    var recentSteps = RecentStepLists()
    /// What the journal has not settled yet, oldest first.
    var pending: [Pending] = []
    /// How many writes the journal was given: each one's number.
    var submitted = 0
    /// The session as JSON at `revision`, once somebody asked.
    var encoded: [UInt8]?
    var dirtyRows = DirtyRows()
    var use = TreeUse()
    var answers: IdempotencyRecords
    /// Keys whose first request is not settled yet.
    var runningKeys: Set<String> = []
    /// Who is told of each revision that is committed.
    var subscriptions: [Subscription] = []
    /// Who will be, from when what is pending has settled.
    var joining: [PendingSubscription] = []
    /// SHA-256 of the token that opens the session, as it is stored; empty: none does.
    var tokenHash: [UInt8]
    /// Who alone may write; it may have expired.
    var lease: Lease?
    var isDeleted = false
    /// Writes on their way that prune the history: until they are settled the tables do not know how far.
    var prunings = 0
    /// Unloaded: whoever still holds this store has to look the session up again.
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

  /// Notes about what the store takes: the tree as it was last measured and what was written since, the session as JSON, kept
  /// answers, and all that does not vary.
  func noteFootprint(_ state: borrowing State) {
    footprint.bytes.store(
      1_024 + state.use.bytes + (state.encoded?.count ?? 0) + state.recentSteps.size
        + 256 * state.answers.count, ordering: .relaxed)
  }

  /// What the tree takes in memory. Measuring visits all of it, so it is done again only after changes that together are of a
  /// size with it.
  struct TreeUse {
    private var measured: Int?
    /// Bytes of changes since, as text.
    private var written = 0

    mutating func note(written count: Int) { written += count }

    mutating func measure(_ tree: borrowing Tree) {
      if let measured, written < max(1_024, measured / 8) { return }
      measured = tree.memorySize
      written = 0
    }

    /// What was written since may have come as lists of small things, which take several times their text.
    var bytes: Int { (measured ?? 0) + 4 * written }
  }

  func forgetAnswer(to key: String) {
    state.withLock { $0.answers.remove(key) }
  }
}
