import JSON
import Navigation

/// The evaluation of an amendment on a copy of its session: the state before the amended change, the new action, and the
/// later changes of the present line. It can pause between two changes.
struct AmendmentReplay: Sendable {
  private var basis: AmendmentBasis
  private let amendment: Amendment
  private let request: ActionRequest
  private let line: PresentLine
  private var draft: Draft
  private var ids: RepeatedIDs
  /// The index of the next change of the line.
  private var next = 0
  /// The index of the next change that may have begun the session anew.
  private var unchecked: Int
  private var report = AmendmentReport()
  private var sendings = Sendings()
  private var forgetsPast = false
  private var timers: [Timer.ID: Set<Int64>]
  private var endedCallers: Set<Int> = []

  /// The steps of the last `run`.
  private var taken = 0

  /// - Parameters:
  ///   - amendment: That of the request.
  ///   - past: The changes from the amended one on.
  init(
    _ amendment: Amendment, of request: ActionRequest, in past: PastRecords, _ basis: AmendmentBasis
  ) throws(ActionError) {
    self.basis = basis
    self.amendment = amendment
    self.request = request
    let app = try basis.app(of: basis.tree, for: amendment)
    line = try PresentLine(from: amendment.revision, to: basis.revision, in: past.records, of: app)
    draft = Draft(past.draft.tree)
    // An amendment may have put back a part of the state before, or of another change, which is no part of its own, or
    // one of an amendment before.
    // Also changes that were undone or left out, which may have got the number of a part that has gone.
    let changes = past.records.values.filter { $0.isState && !$0.isMove }
    let others = [MadeParts(of: draft.tree)] + line.changes.map { $0.record.made } + changes.map(\.made)
    var pool = line.pool
    for part in others.lazy.flatMap(\.parts) { pool.removeValue(forKey: part.number) }
    ids = RepeatedIDs(after: max(basis.tree.lastID, pool.keys.max() ?? 0), pool)
    // A redone step, or an amendment after an undo, may have set a timer of an earlier one.
    timers = line.timers
    for timer in draft.tree.timers { timers[timer.id, default: []].insert(timer.fireAt) }
    unchecked = line.amended + 1
  }

  /// Carries out the next changes, until more than `steps` are taken.
  ///
  /// - Returns: Whether all are done.
  /// - Throws: The refusal of the new action, or of the amendment.
  mutating func run(within steps: Int) throws(ActionError) -> Bool {
    taken = 0
    while unchecked < line.changes.count {
      guard taken < steps else { return false }
      try checkRestart(line.changes[unchecked])
      unchecked += 1
    }
    while next < line.changes.count {
      guard taken < steps else { return false }
      if next == line.amended { try amend() } else { try carryOut(line.changes[next]) }
      next += 1
    }
    return true
  }

  /// The session after all changes.
  var amended: AmendedSession {
    var end = draft
    end.makeIDs(after: max(ids.last, draft.tree.lastID))
    var report = report
    report.ids = end.tree.idsWithGone(after: basis.tree.lastID)
    return AmendedSession(
      tree: end.tree, isSame: line.changes[line.amended].action == amendment.action, report: report, sendings: sendings,
      forgetsPast: forgetsPast, timers: timers, fired: line.undoneFirings, endedCallers: endedCallers)
  }

  // MARK: The amended change

  private mutating func amend() throws(ActionError) {
    let change = line.changes[line.amended]
    let former = sent(by: change)
    let new = RepeatedChange(change, by: amendment, of: request, basis)
    do throws(ActionError) { try perform(new, change.record) } catch {
      throw error.moved(under: JSONPointer().appending(name: "action"))
    }
    sendings = Sendings(of: draft)
    sendings.subtract(former)
    // A call that is made as before still waits for its answer.
    if former.calls.isEmpty || draft.calls != former.calls { endedCallers.formUnion(change.callers) }
    complete()
  }

  /// The outputs, messages and calls of the former action.
  private func sent(by change: LineChange) -> Sendings {
    var trial = self
    do throws(ActionError) {
      try trial.perform(try RepeatedChange(change, basis), change.record)
      return Sendings(of: trial.draft)
    } catch {
      // An operator may have changed what the server allows since.
      return Sendings()
    }
  }

  // MARK: The later changes

  private mutating func carryOut(_ change: LineChange) throws(ActionError) {
    guard !change.isDropped else { return endTimer(of: change) }
    do throws(ActionError) {
      try perform(try RepeatedChange(change, basis), change.record)
      if next > line.amended, !change.record.isRefused { report.replayed += 1 }
    } catch {
      try leaveOut(change, error)
    }
    complete()
  }

  private mutating func leaveOut(_ change: LineChange, _ refused: ActionError) throws(ActionError) {
    guard !change.record.isMigration else {
      throw .notAmendable(
        amendment.revision,
        "the migration of revision \(change.record.revision) would be refused: "
          + refused.refusal.detail, remedy: "Choose another action.")
    }
    RepeatedChange.endTimer(of: change.record, refused: refused, &draft, basis)
    guard !change.record.isRefused else { return }
    endedCallers.formUnion(change.callers)
    report.dropped.append(
      AmendmentReport.DroppedChange(revision: change.record.revision, action: change.action, refused: refused))
  }

  /// Ends the timer of a change that an earlier amendment has left out.
  private mutating func endTimer(of change: LineChange) {
    var trial = self
    var refused: ActionError?
    do throws(ActionError) {
      try trial.perform(try RepeatedChange(change, basis), change.record)
    } catch { refused = error }
    taken = trial.taken
    RepeatedChange.endTimer(of: change.record, refused: refused, &draft, basis)
    complete()
  }

  /// Carries a change out with the ids that it has made before, or leaves the draft as it was.
  private mutating func perform(_ change: RepeatedChange, _ record: PastRecord) throws(ActionError) {
    // A change that makes many parts takes about as long as pushes of them.
    var steps = Reduction.stepsOfAction * (1 + record.made.parts.count)
    defer { taken += steps }
    try ids.keep(record.made.parts, in: &draft) { draft throws(ActionError) in
      try change.perform(on: &draft, &steps)
    }
  }

  private mutating func complete() {
    basis.followGoneScreens(draft)
    if draft.forgetsPast { (forgetsPast, basis.gone) = (true, [:]) }
    _ = draft.finish()
  }

  // MARK: Restarts

  /// Refuses to go back before a change that has begun the session anew.
  private mutating func checkRestart(_ change: LineChange) throws(ActionError) {
    guard !change.isDropped, let former = change.record.former else { return }
    var trial = self
    trial.draft = Draft(former)
    trial.ids = RepeatedIDs(after: basis.tree.lastID, [:])
    defer { taken = trial.taken }
    do throws(ActionError) {
      try trial.perform(try RepeatedChange(change, basis), change.record)
    } catch { return }
    guard trial.draft.endsCalls else { return }
    throw .notAmendable(
      amendment.revision, "revision \(change.record.revision) after it has begun the session anew",
      remedy: "Amend a revision after that one.")
  }
}

/// The session that an amendment changes.
struct AmendmentBasis: Sendable {
  let revision: Int
  let tree: Tree
  let apps: AppVersions
  let limits: SessionLimits
  /// The identity of the session, with its calls without an answer.
  let session: SessionContext
  /// The ids of the screens that actions make again if they are gone.
  var sources: Set<Screen.ID> = []
  /// Those that are gone before the next change.
  var gone: [Screen.ID: GoneScreen] = [:]

  /// Takes over the screens that have left in a change.
  mutating func followGoneScreens(_ draft: Draft) {
    for id in sources where draft.tree.screen(id) == nil {
      if let screen = draft.goneScreen(id) { gone[id] = screen }
    }
    gone = gone.migrated(to: draft.tree.appVersion, of: apps)
  }

  /// The app of a state.
  func app(of tree: Tree, for amendment: Amendment) throws(ActionError) -> App {
    if let app = apps[tree.appVersion] { return app }
    throw .notAmendable(
      amendment.revision, "a state after it needs version \(tree.appVersion) of `\(apps.name)`, which is not loaded",
      remedy: "Amend a later revision.")
  }
}
