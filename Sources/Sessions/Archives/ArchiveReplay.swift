import JSON
import Navigation

/// Replays a session's history from its oldest state, one change at a time. Runs no reducers.
struct ArchiveReplay {
  private let header: SessionArchive.Header
  private let apps: AppVersions
  /// The versions of the app on which the session has run.
  private(set) var versions: Set<Int>
  /// The limits for an import, in addition to the checks of the edits; nil: the session is stored here already.
  private let limits: SessionLimits?
  private var draft: Draft
  private var undoState: UndoState
  /// The revision of the last change; nil before the first one.
  private var revision: Int?
  /// The `seq` of the last output; nil before the first change with outputs, since earlier outputs are unknown.
  private var outputs: Int?
  private var at: Int64
  private var timers = 0
  /// The states of the last revisions, which an imported undo or redo may restore. They share their unchanged parts.
  private var states: [Int: Tree] = [:]
  private static let mostStates = 100
  private var hasNewState = false
  /// For the current change: the state before the oldest one, and whether screens or containers change.
  private var former: Draft?
  private var isNew = false
  /// Whether the change has only edits of timers.
  private var setsTimersOnly = true

  var tree: Tree { draft.tree }
  /// The way of the session from its oldest state on, as flows count it; nil: its version counts none.
  private var flow: FlowTrack?

  /// - Throws: The reason that the session cannot start with the header's state.
  init(_ header: SessionArchive.Header, of apps: AppVersions, _ limits: SessionLimits? = nil) throws(ArchiveFaults) {
    self.header = header
    self.apps = apps
    versions = [header.oldestAppVersion]
    self.limits = limits
    draft = Draft(
      Tree(root: header.root, data: header.data, lastID: header.nextID, appVersion: header.oldestAppVersion))
    undoState = UndoState(at: header.undoState.oldest)
    outputs = header.undoState.oldest == 1 ? 0 : nil
    at = header.createdAt
    try check(
      apps.name == header.app && apps[header.appVersion] != nil && apps[header.oldestAppVersion] != nil, 1,
      "The app or its version differs from the one of the session.")
    do throws(EditMismatch) {
      for timer in header.timers { try draft.replay(stored: [.schedule(timer)]) }
      try draft.tree.checkWhole()
    } catch {
      throw ArchiveFaults(1, "The first state of the session is not a valid tree: \(error).")
    }
    if apps[tree.appVersion]?.flows.isCounted == true {
      flow = header.undoState.oldest == 1 ? FlowTrack(creating: tree, at: at) : FlowTrack(from: tree, nil)
    }
    try checkRoutes(1)
    do throws(CorruptSession) {
      try checkTree(isNew: true)
      try checkState(of: header.undoState.oldest, restoring: nil)
    } catch {
      throw ArchiveFaults(1, "The first state of the session is invalid: \(error.detail).")
    }
  }

  private var firstRevision: Int { max(header.undoState.oldest, 2) }

  /// - Throws: The reason that the change does not apply.
  mutating func follow(_ change: ArchivedChange, line: Int) throws(ArchiveFaults) {
    do throws(CorruptSession) {
      try follow(change)
    } catch {
      throw ArchiveFaults(line, "Revision \(change.revision): \(error.detail).")
    }
  }

  private mutating func follow(_ change: ArchivedChange) throws(CorruptSession) {
    try begin(change.revision, at: change.at)
    try replay(try StoredEdits(change.edits, of: change.revision))
    try check(change.refused, actor: change.origin.actor, stateOf: change.stateOf, change.outputs)
    try finish(change.revision, stateOf: change.stateOf, change.outputs)
    apps.follow(tree, at: change.revision, change.at, &flow, by: FlowCause(change.action))
  }

  /// The way of the whole history.
  func way() -> FlowWay? {
    apps[tree.appVersion].flatMap { app in
      flow?.way(upTo: .max, at: at, labels: header.metadata.labels.filter(app.dividesFlows))
    }
  }

  private mutating func begin(_ next: Int, at time: Int64) throws(CorruptSession) {
    let expected = revision.map { $0 + 1 } ?? firstRevision
    guard next == expected else {
      throw CorruptSession(detail: "the next revision must be \(expected)")
    }
    guard time >= at else { throw CorruptSession(detail: "its time is before that of the previous change") }
    at = time
    isNew = false
    setsTimersOnly = true
    former = next == header.undoState.oldest ? draft : nil
  }

  /// Replays edits of a change. The edits that led to the oldest state are reverted instead, for checking.
  private mutating func replay(_ edits: StoredEdits) throws(CorruptSession) {
    do throws(EditMismatch) {
      if former != nil {
        try former?.revert(edits, exactly: true)
        return try edits.forEachGroup { track($0) }
      }
      try edits.forEachGroup { edits throws(EditMismatch) in
        track(edits)
        try draft.replay(stored: edits, exactly: true, keepingText: true)
      }
    } catch {
      throw CorruptSession(detail: "\(error)")
    }
  }

  private mutating func track(_ edits: [Edit]) {
    isNew = isNew || edits.contains(where: \.changesStructure)
    setsTimersOnly = setsTimersOnly && edits.allSatisfy(\.isOfTimer)
  }

  private mutating func finish(_ next: Int, stateOf: Int?, _ outputs: JSONValue) throws(CorruptSession) {
    draft.expand()
    if former == nil, isNew {
      do throws(EditMismatch) {
        try draft.tree.checkWhole()
      } catch {
        throw CorruptSession(detail: "\(error)")
      }
    }
    former = nil
    versions.insert(tree.appVersion)
    try checkTree(isNew: isNew)
    try checkState(of: next, restoring: stateOf)
    undoState.append(next, stateOf: stateOf)
    hasNewState = hasNewState || stateOf == nil
    revision = next
    try count(outputs)
  }

  /// Checks that a change which is no step of undo, since its action was refused, ends a timer or a call, or notes a
  /// dropped message, and does nothing else. A step of undo may have a refusal of a part of it.
  private func check(
    _ refused: StoredRefusal?, actor: String?, stateOf: Int?, _ outputs: JSONValue
  ) throws(CorruptSession) {
    guard refused != nil, let stateOf else { return }
    // The state before the oldest change is not known.
    let staysHere = former != nil || stateOf == undoState.shown
    guard ["timer", "call", "message"].contains(actor), staysHere, outputs == [], setsTimersOnly else {
      throw CorruptSession(
        detail: "a `refused` action must have the actor \"timer\", \"call\" or \"message\", and its change must only "
          + "end and set timers")
    }
  }

  /// Checks that a change leads to the state of the revision that it names; without that, no undo could be applied later.
  private mutating func checkState(of next: Int, restoring former: Int?) throws(CorruptSession) {
    guard limits != nil else { return }
    if let former, let known = states[former] {
      guard known.root == tree.root, known.data == tree.data, known.appVersion == tree.appVersion else {
        throw CorruptSession(detail: "its edits do not lead to the state of revision \(former), its `stateOf`")
      }
    }
    states[next] = tree
    states[next - Self.mostStates] = nil
  }

  /// - Parameter isNew: Whether screens or containers have changed.
  private func checkTree(isNew: Bool) throws(CorruptSession) {
    guard let app = apps[tree.appVersion] else {
      throw CorruptSession(detail: "there is no version \(tree.appVersion) of `\(apps.name)`")
    }
    guard let limits else { return }
    guard tree.size <= limits.stateSize else {
      throw CorruptSession(
        detail: "the session takes about \(tree.size) bytes; the limit is \(limits.stateSize)")
    }
    guard tree.timers.count <= limits.timers.count else {
      throw CorruptSession(
        detail: "the session has \(tree.timers.count) timers; the limit is \(limits.timers.count)")
    }
    do throws(EditMismatch) {
      try app.check(tree, isNew: isNew)
    } catch {
      throw CorruptSession(detail: "\(error)")
    }
  }

  private mutating func count(_ json: JSONValue) throws(CorruptSession) {
    let isList = try json.forEachElement { output throws(CorruptSession) in
      let seq = outputs.map { $0 + 1 } ?? output["seq"]?.integerValue.map { Int($0) } ?? 0
      guard (1...UndoState.largest).contains(seq), output["seq"]?.integerValue == Int64(seq),
        output["name"]?.stringValue != nil,
        output["value"] != nil, output.objectValue?.count == 3
      else {
        throw CorruptSession(
          detail: "output \(seq) must have that `seq`, a `name` and a `value`, and no other member")
      }
      outputs = seq
    }
    guard isList else { throw CorruptSession(detail: "its `outputs` must be an array") }
  }

  /// Checks the next of the timers that are pending at the end.
  mutating func checkTimer(_ timer: Timer, line: Int) throws(ArchiveFaults) {
    timers += 1
    let isThere = timers <= tree.timers.count && tree.timers[timers - 1].isWritten(as: timer)
    try check(isThere, line, "The timer differs from the one that the changes leave pending.")
  }

  /// - Parameter line: The number of the last line.
  func end(line: Int) throws(ArchiveFaults) {
    let count = revision.map { $0 - firstRevision + 1 } ?? 0
    let expected = header.revision - firstRevision + 1
    try check(
      count == expected, line,
      "There are \(count) changes; revisions \(firstRevision) to \(header.revision) require \(expected).")
    try checkRoutes(1)
    let known = outputs ?? header.outputs
    try check(
      known == header.outputs, 1, "`outputs` is \(header.outputs), but the last output of the changes is \(known).")
    // If all available changes restore former states, the one that made the newest state was pruned.
    let knowsTip = header.undoState.oldest == 1 || hasNewState
    try check(
      undoState.shown == header.undoState.shown && (!knowsTip || undoState.tip == header.undoState.tip), 1,
      "`shown` and `tip` do not match the changes.")
    try check(header.updatedAt == at, 1, "`updatedAt` is not the time of the last change.")
    try check(
      tree.appVersion == header.appVersion, 1,
      "`appVersion` is \(header.appVersion), but the changes lead to version \(tree.appVersion).")
    try check(tree.lastID == header.nextID, 1, "`nextID` is \(header.nextID), but the highest id is \(tree.lastID).")
    try check(
      tree.timers.count == timers, line,
      "There are \(timers) timers at the end; the changes leave \(tree.timers.count) pending.")
  }

  private func checkRoutes(_ line: Int) throws(ArchiveFaults) {
    let routes = apps[tree.appVersion]?.routes ?? [:]
    let unknown = tree.routes.first { routes[$0] == nil }
    try check(unknown == nil, line, "The app \(apps.name) has no route \"\(unknown ?? "")\".")
  }

  private func check(_ holds: Bool, _ line: Int, _ detail: @autoclosure () -> String) throws(ArchiveFaults) {
    guard holds else { throw ArchiveFaults(line, detail()) }
  }
}

extension ArchiveReplay: PastVisitor {
  /// Replays a change from the journal, or its next part. The parts of the change that made the oldest state come in
  /// reverse order.
  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    let next = change.revision
    if change.part.isFirst {
      try begin(next, at: change.at)
      try JSONValue.check(stored: change.action, "the action of revision \(next)")
    }
    try replay(try StoredEdits(stored: change.edits, of: next))
    guard change.part.isLast else { return }
    let outputs = try JSONValue(keeping: change.outputs, "the outputs of revision \(next)")
    try check(try change.storedRefusal(), actor: change.origin.actor, stateOf: change.stateOf, outputs)
    try finish(next, stateOf: change.stateOf, outputs)
  }
}

extension ArchiveFaults {
  package init(_ line: Int, _ detail: String) {
    self.init([Fault(line: line, detail: detail)])
  }
}

extension Edit {
  /// Whether the edit adds, removes or selects screens or containers, rather than changing their content.
  fileprivate var changesStructure: Bool {
    switch self {
    case .params, .formerParams, .state, .data, .schedule, .unschedule: false
    default: true
    }
  }
}

extension Timer {
  /// Whether both have the same bytes in an archive.
  fileprivate func isWritten(as other: Timer) -> Bool {
    line == other.line
  }

  private var line: [UInt8] {
    var json = JSONWriter()
    write(line: &json)
    return json.bytes
  }
}
