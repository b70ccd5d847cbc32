import JSON
import Navigation

/// The edits that lead to another state of a session, read from the journal. Valid while the session stays at `origin`.
final class HistoryPlan: Sendable {
  /// The revision at which the edits apply.
  let origin: Int
  let way: TreeWay
  /// The revision whose state is restored; nil: it counts as a new state.
  let stateOf: Int?
  /// The revisions whose states can be redone then, the next one last; nil: unknown, the journal has to be read.
  let undone: [Int]?

  init(origin: Int, way: TreeWay, stateOf: Int?, undone: [Int]?) {
    self.origin = origin
    self.way = way
    self.stateOf = stateOf
    self.undone = undone
  }
}

extension HistoryPlan {
  /// Reads the plan for a query.
  static func read(
    _ historyQuery: HistoryQuery, of session: SessionID, from journal: any Journal,
    ended: @escaping @Sendable (Result<HistoryPlan, PastFailure>) -> Void
  ) {
    let undoState = historyQuery.undoState
    switch historyQuery.historyMove {
    case .undo(let steps):
      let way = PastQuery.Selection.chain(from: undoState.shown, floor: undoState.oldest, limit: steps)
      read(way, historyQuery, of: session, from: journal, ended) { way throws(CorruptSession) in
        guard let base = way.base, (1..<historyQuery.origin).contains(base) else { throw .missing(undoState.shown) }
        return HistoryPlan(
          origin: historyQuery.origin, way: way.way, stateOf: base,
          undone: historyQuery.undone.map { $0 + way.revisions })
      }
    case .redo(let steps):
      guard let undone = historyQuery.undone else {
        return readUndone(historyQuery, of: session, from: journal, ended)
      }
      let revisions = undone.suffix(steps)
      read(.listed(Array(revisions.reversed())[...]), historyQuery, of: session, from: journal, ended) {
        way throws(CorruptSession) in
        guard let last = way.revisions.last else { throw .missing(undoState.tip) }
        return HistoryPlan(
          origin: historyQuery.origin, way: way.way, stateOf: last, undone: Array(undone.dropLast(way.revisions.count)))
      }
    case .jump(let revision):
      let query =
        revision < historyQuery.origin ? PastQuery.Selection.descending(revision + 1...historyQuery.origin) : nil
      read(query, historyQuery, of: session, from: journal, ended) { way throws(CorruptSession) in
        guard way.revisions.count == historyQuery.origin - revision else { throw .missing(revision + 1) }
        return HistoryPlan(origin: historyQuery.origin, way: way.way, stateOf: nil, undone: [])
      }
    }
  }

  /// - Parameter way: The changes to read; nil: none.
  private static func read(
    _ way: PastQuery.Selection?, _ historyQuery: HistoryQuery, of session: SessionID, from journal: any Journal,
    _ ended: @escaping @Sendable (Result<HistoryPlan, PastFailure>) -> Void,
    made: @escaping @Sendable (PastSteps) throws(CorruptSession) -> HistoryPlan
  ) {
    let query = way.map { PastQuery(session: session, selection: $0, content: .steps) }
    journal.walk(query, with: PastSteps(historyQuery)) { result in
      ended(
        result.flatMap { steps in
          do throws(CorruptSession) { return .success(try made(steps)) } catch { return .failure(.damaged(error)) }
        })
    }
  }

  /// Finds the changes that can be redone, then reads the plan.
  private static func readUndone(
    _ historyQuery: HistoryQuery, of session: SessionID, from journal: any Journal,
    _ ended: @escaping @Sendable (Result<HistoryPlan, PastFailure>) -> Void
  ) {
    let undoState = historyQuery.undoState
    let way = PastQuery.Selection.chain(from: undoState.tip, floor: undoState.shown, limit: .max)
    journal.walk(PastQuery(session: session, selection: way, content: []), with: PastSteps(historyQuery)) { result in
      switch result {
      case .failure(let failure): ended(.failure(failure))
      // The changes may have been pruned.
      case .success(let found) where found.base != undoState.shown: ended(.failure(.missing(undoState.tip)))
      case .success(let found):
        read(historyQuery.knowing(undone: found.revisions), of: session, from: journal, ended: ended)
      }
    }
  }
}

/// Collects the edits of past changes, forward or backward.
private struct PastSteps: PastVisitor {
  private(set) var way: TreeWay
  /// The revisions of the collected changes, in that order.
  private(set) var revisions: [Int] = []
  /// The revision whose state the session had before the last of them.
  private(set) var base: Int?
  private let isForward: Bool

  init(_ historyQuery: HistoryQuery) {
    way = TreeWay(from: historyQuery.tree)
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
      try way.append(steps, length: change.edits.count)
    } catch {
      throw CorruptSession(detail: "the change of revision \(change.revision) cannot be applied: \(error)")
    }
  }
}

extension Edit {
  /// Returns the edit for the current time. A restored timer keeps its remaining time; a timer that had fired is not
  /// restored.
  fileprivate func counted(from moment: Int64) -> Edit? {
    guard case .schedule(let timer) = self else { return self }
    let rest = timer.fireAt - moment
    return rest > 0 ? .schedule(timer.firing(at: rest)) : nil
  }
}
