import JSON
import Navigation

/// The changes of a transient session, for undo, redo, jump and amendments.
struct TransientPast: Sendable {
  /// The changes after revision 1, oldest first.
  private var changes: [Entry] = []
  private(set) var undoState = UndoState(at: 1)
  /// The revisions whose states can be redone, the next one last.
  private(set) var undone: [Int] = []

  private struct Entry {
    let cause: PastRecord.Cause
    let isRefused: Bool
    let edits: [Edit]
    /// Milliseconds since 1970.
    let at: Int64
    let stateOf: Int?
  }

  mutating func append(
    _ edits: [Edit], by cause: PastRecord.Cause, at now: Int64, as revision: Int, stateOf: Int?, undone: [Int]? = nil,
    isRefused: Bool = false
  ) {
    changes.append(Entry(cause: cause, isRefused: isRefused, edits: edits, at: now, stateOf: stateOf))
    undoState.append(revision, stateOf: stateOf)
    if edits.forgetPast { undoState.oldest = revision }
    self.undone = undone ?? []
  }

  /// Finds screens as they are in the state of a revision, or as they left before it.
  func gone(
    _ screens: Set<Screen.ID>, in tree: Tree, at revision: Int, of apps: AppVersions
  ) -> [Screen.ID: GoneScreen] {
    var search = GoneScreenVisitor(screens, endingAt: tree)
    // The first entry made revision 2.
    for entry in changes.prefix(revision - 1).dropFirst(undoState.oldest - 1).reversed() {
      for edit in entry.edits.reversed() where !search.isDone { search.revert(edit) }
    }
    return search.found.migrated(to: tree.appVersion, of: apps)
  }

  /// The changes that an amendment needs.
  func records(for amendment: Amendment, to last: Int, endingAt tree: Tree) -> PastRecords {
    var records = PastRecords(tree, from: last, to: amendment.revision)
    var next = last
    while next >= PresentLine.start(from: amendment.revision, to: last, in: records.records), next > undoState.oldest {
      let entry = entry(next)
      records.revert(entry.edits, entry.cause, at: entry.at, stateOf: entry.stateOf, isRefused: entry.isRefused)
      next -= 1
    }
    return records
  }

  /// The plan of a move from the last revision.
  func plan(_ query: HistoryQuery) throws(EditMismatch) -> HistoryPlan {
    switch query.historyMove {
    case .undo(let steps):
      let revisions = chain(steps)
      let base = revisions.last.map(base) ?? undoState.shown
      return HistoryPlan(
        origin: query.origin, diff: try diff(of: query, through: revisions), target: base, stateOf: base,
        undone: undone + revisions)
    case .redo(let steps):
      let revisions = Array(undone.suffix(steps).reversed())
      let last = revisions.last ?? undoState.shown
      return HistoryPlan(
        origin: query.origin, diff: try diff(of: query, through: revisions), target: last, stateOf: last,
        undone: undone.dropLast(revisions.count))
    case .jump(let revision):
      let revisions = Array((revision..<query.origin).map { $0 + 1 }.reversed())
      return HistoryPlan(
        origin: query.origin, diff: try diff(of: query, through: revisions), target: revision, stateOf: nil, undone: [])
    // Evaluated rather than read: `TransientSession` makes its plan.
    case .amend: return HistoryPlan(stayingAt: query.origin, undoState, query.tree, undone: undone)
    }
  }

  /// The revisions that so many steps of undo take back, the newest first.
  private func chain(_ steps: Int) -> [Int] {
    var revisions: [Int] = []
    var shown = undoState.shown
    while revisions.count < steps, shown > undoState.oldest {
      revisions.append(shown)
      shown = base(of: shown)
    }
    return revisions
  }

  /// The revision whose state the session had before a change.
  private func base(of revision: Int) -> Int { revision == 2 ? 1 : entry(revision - 1).stateOf ?? revision - 1 }

  // Never called for revision 1, which has no change: an undo ends at the oldest revision, a jump after its target.
  private func entry(_ revision: Int) -> Entry { changes[revision - 2] }

  private func diff(of query: HistoryQuery, through revisions: [Int]) throws(EditMismatch) -> TreeDiff {
    var diff = TreeDiff(from: query.tree)
    for revision in revisions {
      let change = entry(revision)
      let steps =
        if case .redo = query.historyMove { change.edits } else { change.edits.reversed().map(\.inverse) }
      try diff.append(steps.compactMap { $0.counted(from: change.at) }, length: 0)
    }
    return diff
  }
}

extension TransientSession {
  /// Carries out an undo, redo or jump as one change.
  ///
  /// - Throws: `ActionError`; then nothing has changed.
  @discardableResult
  package mutating func move(_ historyMove: HistoryMove, isFromBackend: Bool = false) throws(ActionError) -> Change {
    guard !isExpired else { throw .expired }
    begin()
    let request = ActionRequest(historyMove: historyMove, isFromBackend: isFromBackend)
    if let refused = app.refusal(of: request, past.undoState) { throw refused }
    let size = draft.tree.size
    let plan = try plan(request, historyMove)
    if let amended = plan.amended {
      draft.become(amended)
    } else {
      do throws(EditMismatch) {
        try draft.apply(plan.diff)
      } catch {
        preconditionFailure("the changes of a session in memory do not fit its state: \(error)")
      }
    }
    if plan.stateOf == nil, draft.cancelsOut(from: size) { draft.rollBack() }
    let isChanged = plan.amended.map { !$0.isSame } ?? (plan.stateOf != nil || calls.contains { plan.ends($0.waiting) })
    guard isChanged || !draft.isEmpty else {
      return Change(isChanged: false, report: plan.amended?.report)
    }
    restoreVersion()
    app.restartIdle(&draft)
    var change = commit(plan: plan, by: historyMove.cause(plan.amended?.report, isFromBackend: isFromBackend))
    change.report = plan.amended?.report
    return change
  }

  private func plan(_ request: ActionRequest, _ historyMove: HistoryMove) throws(ActionError) -> HistoryPlan {
    do {
      let query = try HistoryQuery(historyMove, from: revision, past.undoState, draft.tree, undone: past.undone)
      guard case .amend(let amendment) = historyMove else { return try past.plan(query) }
      return try plan(amendment, request)
    } catch let error as ActionError {
      throw error
    } catch let error as OutcomeError {
      throw error.refused
    } catch {
      preconditionFailure("the changes of a session in memory do not fit its state: \(error)")
    }
  }
}

// Amendments.
extension TransientSession {
  private func plan(_ amendment: Amendment, _ request: ActionRequest) throws(ActionError) -> HistoryPlan {
    let versions = AppVersions(app, others: knownVersions)
    let records = past.records(for: amendment, to: revision, endingAt: draft.tree)
    var basis = AmendmentBasis(
      revision: revision, tree: draft.tree, apps: versions, limits: limits, session: draft.session)
    basis.sources = records.reopenedSources(of: versions).union(request.reopenedSources)
    basis.gone = past.gone(basis.sources, in: records.draft.tree, at: records.revision, of: versions)
    var replay = try AmendmentReplay(amendment, of: request, in: records, basis)
    while try !replay.run(within: .max) {}
    return HistoryPlan(origin: revision, draft.tree, replay.amended)
  }
}

extension HistoryMove {
  /// The cause of the change in a transient session.
  fileprivate func cause(_ report: AmendmentReport?, isFromBackend: Bool) -> PastRecord.Cause {
    let action: JSONValue
    switch self {
    case .undo(let steps): action = ["type": "undo", "steps": .integer(Int64(steps))]
    case .redo(let steps): action = ["type": "redo", "steps": .integer(Int64(steps))]
    case .jump(let revision): action = ["type": "jump", "revision": .integer(Int64(revision))]
    case .amend(let amendment): action = .object(amendment.logged(with: report ?? AmendmentReport()))
    }
    return PastRecord.Cause(origin: ChangeOrigin(), action: action, sender: isFromBackend ? .backend : .client)
  }
}

extension OutcomeError {
  /// The refusal of the move.
  fileprivate var refused: ActionError {
    switch outcome {
    case .refused(let refused): refused
    case .pruned(let revision, let oldest):
      .absent("revision-pruned", "Revision \(revision) has been pruned; the oldest available revision is \(oldest).")
    case .noSuchRevision(let revision, let last):
      .absent(
        "no-such-revision", "The session has no revision \(revision); the newest is \(last).")
    default: preconditionFailure("a history move is not possible for another reason")
    }
  }
}
