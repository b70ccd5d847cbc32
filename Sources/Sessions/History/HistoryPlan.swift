import JSON
import Navigation

/// The edits that lead to another state of a session, read from the journal. Valid while the session stays at `origin`.
final class HistoryPlan: Sendable {
  /// The revision at which the edits apply.
  let origin: Int
  let diff: TreeDiff
  /// The revision whose state the edits restore.
  let target: Int
  /// The revision whose state is restored; nil: it counts as a new state.
  let stateOf: Int?
  /// The revisions whose states can be redone then, the next one last; nil: unknown, the journal has to be read.
  let undone: [Int]?
  /// The session that an amendment makes; nil: the plan is of another move, whose edits `diff` has.
  let amended: AmendedSession?

  init(
    origin: Int, diff: TreeDiff, target: Int, stateOf: Int?, undone: [Int]?, amended: AmendedSession? = nil
  ) {
    self.origin = origin
    self.diff = diff
    self.target = target
    self.stateOf = stateOf
    self.undone = undone
    self.amended = amended
  }
}

extension HistoryPlan {
  /// Whether the move ends a call without an answer: the change that has sent it is taken back.
  func ends(_ call: WaitingCall) -> Bool {
    call.revision > target || amended?.endedCallers.contains(call.revision) == true
  }

  /// The plan of a change that is no step of undo, and after which what was undone can still be redone: the end of a
  /// timer or call whose action was refused.
  convenience init(stayingAt revision: Int, _ undoState: UndoState, _ tree: Tree, undone: [Int]?) {
    self.init(
      origin: revision, diff: TreeDiff(from: tree), target: revision, stateOf: undoState.shown, undone: undone)
  }
}

/// The start and target of a history move, from which the journal query is derived.
struct HistoryQuery: Sendable {
  let historyMove: HistoryMove
  let origin: Int
  let undoState: UndoState
  /// The session's tree, without pending changes.
  let tree: Tree
  /// The revisions whose states can be redone, the next one last; nil: unknown.
  let undone: [Int]?

  init(_ historyMove: HistoryMove, from state: borrowing SessionStore.State) throws(OutcomeError) {
    try self.init(
      historyMove, from: state.revision, state.undoState, state.draft.tree, undone: state.undone)
  }

  init(
    _ historyMove: HistoryMove, from revision: Int, _ undoState: UndoState, _ tree: Tree, undone: [Int]?
  ) throws(OutcomeError) {
    self.historyMove = historyMove
    origin = revision
    self.undoState = undoState
    self.tree = tree
    self.undone = undoState.canRedo ? undone : []
    switch historyMove {
    case .undo where !undoState.canUndo:
      // Forgotten or pruned, as for a jump.
      if undoState.oldest > 1 { throw OutcomeError(outcome: .pruned(undoState.oldest - 1, oldest: undoState.oldest)) }
      throw .refused("nothing-to-undo", "The session is in its first state; there is nothing to undo.")
    // The second condition: the change that would be redone next was pruned.
    case .redo where !undoState.canRedo || self.undone.map { ($0.last ?? 0) < undoState.oldest } ?? false:
      throw .refused("nothing-to-redo", "Nothing was undone since the last change; there is nothing to redo.")
    case .jump(let revision) where revision < undoState.oldest:
      throw OutcomeError(outcome: .pruned(revision, oldest: undoState.oldest))
    case .jump(let revision) where revision > origin:
      throw OutcomeError(outcome: .noSuchRevision(revision, last: origin))
    case .amend(let amendment): try check(amendment)
    default: break
    }
  }

  private func check(_ amendment: Amendment) throws(OutcomeError) {
    let revision = amendment.revision
    guard revision <= origin else { throw OutcomeError(outcome: .noSuchRevision(revision, last: origin)) }
    guard revision > 1 else {
      throw OutcomeError(
        outcome: .refused(
          .notAmendable(1, "it is the start of the session, which no action made", remedy: "Amend a later revision.")))
    }
    // The state before the change is needed.
    guard revision > undoState.oldest else {
      throw OutcomeError(outcome: .pruned(revision - 1, oldest: undoState.oldest))
    }
  }

  /// The refusal when the changes to redo were pruned.
  var refusedIfPruned: ActionError? {
    guard case .redo = historyMove, undoState.oldest > 1 else { return nil }
    return .forbidden(
      "nothing-to-redo", "The undone changes have been removed from the history; there is nothing to redo.")
  }
}

extension OutcomeError {
  fileprivate static func refused(_ code: String, _ detail: String) -> OutcomeError {
    OutcomeError(outcome: .refused(.forbidden(code, detail)))
  }
}

extension HistoryPlan {
  /// Reads the plan for a query. For a redo it may first have to find the changes that can be redone.
  static func read(
    _ query: HistoryQuery, of session: SessionID, from journal: any Journal
  ) async throws(PastFailure) -> HistoryPlan {
    let read = HistoryPlanRead(query: query, session: session, journal: journal)
    switch query.historyMove {
    case .undo(let steps): return try await read.undo(steps)
    case .redo(let steps):
      let undone = if let undone = query.undone { undone } else { try await read.undone() }
      return try await read.redo(steps, undone)
    case .jump(let revision): return try await read.jump(to: revision)
    // Evaluated rather than read: `AmendmentPreparation` makes its plan.
    case .amend(let amendment): throw .missing(amendment.revision)
    }
  }
}

/// A read of the plan for a query.
private struct HistoryPlanRead {
  let query: HistoryQuery
  let session: SessionID
  let journal: any Journal

  private var undoState: UndoState { query.undoState }

  func undo(_ steps: Int) async throws(PastFailure) -> HistoryPlan {
    let walk = try await read(.undoPath(from: undoState.shown, floor: undoState.oldest, limit: steps))
    // `base` was read from the disk, and becomes the `stateOf` of a new revision.
    guard let base = walk.base, (1..<query.origin).contains(base) else { throw .missing(undoState.shown) }
    return HistoryPlan(
      origin: query.origin, diff: walk.diff, target: base, stateOf: base,
      undone: query.undone.map { $0 + walk.revisions })
  }

  /// - Parameter undone: The revisions whose states can be redone, the next one last.
  func redo(_ steps: Int, _ undone: [Int]) async throws(PastFailure) -> HistoryPlan {
    let walk = try await read(.listed(Array(undone.suffix(steps).reversed())[...]))
    guard let last = walk.revisions.last else { throw .missing(undoState.tip) }
    return HistoryPlan(
      origin: query.origin, diff: walk.diff, target: last, stateOf: last,
      undone: Array(undone.dropLast(walk.revisions.count)))
  }

  func jump(to revision: Int) async throws(PastFailure) -> HistoryPlan {
    let walk = try await read(revision < query.origin ? .descending(revision + 1...query.origin) : nil)
    // Changes that were pruned during the read are missing in its pages without an error.
    guard walk.revisions.count == query.origin - revision else { throw .missing(revision + 1) }
    return HistoryPlan(origin: query.origin, diff: walk.diff, target: revision, stateOf: nil, undone: [])
  }

  /// Finds the changes that can be redone.
  func undone() async throws(PastFailure) -> [Int] {
    let walk = try await read(.undoPath(from: undoState.tip, floor: undoState.shown, limit: .max), content: [])
    // The changes may have been pruned.
    guard walk.base == undoState.shown else { throw .missing(undoState.tip) }
    return walk.revisions
  }

  /// - Parameter selection: The changes to read; nil: none.
  private func read(
    _ selection: PastQuery.Selection?, content: PastQuery.Content = .steps
  ) async throws(PastFailure) -> PastSteps {
    let past = selection.map { PastQuery(session: session, selection: $0, content: content) }
    return try await journal.walk(past, with: PastSteps(query))
  }
}

/// Collects the edits of past changes, forward or backward.
private struct PastSteps: PastVisitor {
  private(set) var diff: TreeDiff
  /// The revisions of the collected changes, in that order.
  private(set) var revisions: [Int] = []
  /// The revision whose state the session had before the last of them.
  private(set) var base: Int?
  private let isForward: Bool

  init(_ historyQuery: HistoryQuery) {
    diff = TreeDiff(from: historyQuery.tree)
    if case .redo = historyQuery.historyMove { isForward = true } else { isForward = false }
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    if !change.edits.isEmpty { try append(change) }
    guard change.part.isLast else { return }
    revisions.append(change.revision)
    base = change.base
  }

  private mutating func append(_ change: PastChange) throws(CorruptSession) {
    let edits = try [Edit](stored: change.edits, of: change.revision)
    let steps =
      isForward
      ? edits.compactMap { $0.counted(from: change.at) }
      : edits.reversed().compactMap { $0.inverse.counted(from: change.at) }
    do throws(EditMismatch) {
      try diff.append(steps, length: change.edits.count)
    } catch {
      throw CorruptSession(detail: "the change of revision \(change.revision) cannot be applied: \(error)")
    }
  }
}

extension Edit {
  /// Returns the edit for the current time. A restored timer keeps its remaining time; a timer that had fired is not
  /// restored. A recurring one goes on at its own times.
  func counted(from moment: Int64) -> Edit? {
    guard case .schedule(let timer) = self, timer.recurrence == nil else { return self }
    let rest = timer.fireAt - moment
    return rest > 0 ? .schedule(timer.firing(at: rest)) : nil
  }
}
