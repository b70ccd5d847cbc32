import JSON
import Navigation

/// A change of the past as an amendment needs it.
struct PastRecord: Sendable {
  let revision: Int
  /// The time of the change in milliseconds since 1970.
  let at: Int64
  let cause: Cause
  var origin: ChangeOrigin { cause.origin }
  /// The action as it was sent.
  var action: JSONValue { cause.action }
  let stateOf: Int?
  /// Whether the action of a timer or a call was refused, and the change only ended the timer or the call.
  let isRefused: Bool
  let made: MadeParts
  /// The first timer that the change has ended.
  let endedTimer: Timer.ID?
  /// Whether the change has only set and ended timers.
  let setsTimersOnly: Bool
  /// Whether the change has only ended one timer.
  let endsTimerOnly: Bool
  /// The tree before a change that may have begun the session anew; nil: it has not.
  let former: Tree?

  /// About the memory of the former tree and of the parts. A short action can make many screens.
  fileprivate var treeSize: Int { 64 * made.parts.count + (former?.memorySize ?? 0) }

  /// The cause of a change.
  struct Cause: Sendable {
    let origin: ChangeOrigin
    let action: JSONValue
    /// The sender of the action; nil: it follows from the origin.
    var sender: App.Origin?
  }

  var type: String { action["type"]?.stringValue ?? "" }
  /// Whether the change made a new state, which undo takes back in one step.
  var isState: Bool { stateOf == nil }
  var firesTimer: Bool { origin.actor == "timer" }
  var isMigration: Bool { origin.actor == SessionMigration.actor }

  /// Whether a jump or an amendment made the change, unless it is an action of the app itself with the same members.
  var isMove: Bool {
    guard isState, origin.actor == nil else { return false }
    return jumpTarget != nil || StoredAmendment(action) != nil
  }

  /// The revision whose state the change has changed, or restored.
  var formerState: Int {
    // At least one less: an action of the app itself may look like a jump.
    let restored = isRefused ? nil : stateOf ?? (isMove ? jumpTarget : nil)
    return min(restored ?? revision - 1, revision - 1)
  }

  private var jumpTarget: Int? {
    guard type == "jump", action.objectValue?.count == 2 else { return nil }
    return action["revision"]?.integerValue.map { Int($0) }
  }

  /// - Parameters:
  ///   - edits: The edits without patches.
  ///   - former: The tree before the change.
  init(
    revision: Int, at: Int64, _ cause: Cause, stateOf: Int?, isRefused: Bool, edits: [Edit], former: Tree
  ) {
    self.revision = revision
    self.at = at
    self.cause = cause
    self.stateOf = stateOf
    self.isRefused = isRefused
    made = MadeParts(of: edits)
    var ended: [Timer.ID] = []
    for edit in edits { if case .unschedule(let timer) = edit { ended.append(timer.id) } }
    endedTimer = ended.first
    setsTimersOnly = edits.allSatisfy(\.isOfTimer)
    endsTimerOnly = ended.count == 1 && edits.count == 1
    let replacesRoot = edits.contains { if case .replace(former.root.id, _, _) = $0 { true } else { false } }
    self.former = replacesRoot ? former : nil
  }
}

/// Goes back through the changes of a session to the state before one of them, and collects them.
struct PastRecords: PastVisitor {
  private(set) var records: [Int: PastRecord] = [:]
  /// The session before the oldest collected change.
  private(set) var draft: Draft
  /// The revision before the oldest collected change.
  private(set) var revision: Int
  private var first: Int
  /// About the memory of the records. The history of a session can be long, and other sessions need memory as well.
  private var bytes = 0
  private static let mostBytes = 32 << 20

  /// Whether the changes take too much memory, so that no others are collected.
  var isTooLong: Bool { bytes > Self.mostBytes }
  var isDone: Bool { isTooLong }

  /// The edits of the current change, and its first part.
  private var edits: [Edit] = []
  private var beginning: PastChange?

  /// - Parameters:
  ///   - revision: The revision of the tree.
  ///   - first: The revision of the oldest change to collect.
  init(_ tree: Tree, from revision: Int, to first: Int) {
    draft = Draft(tree)
    self.revision = revision
    self.first = first
  }

  func query(_ session: SessionID) -> PastQuery? {
    guard first <= revision else { return nil }
    return PastQuery(session: session, selection: .descending(first...revision), content: .all)
  }

  /// Goes on to an older change.
  func continuing(to first: Int) -> PastRecords {
    var records = self
    records.first = first
    return records
  }

  mutating func visit(_ change: PastChange) throws(CorruptSession) {
    guard change.revision == revision else { throw .missing(revision) }
    if change.part.isFirst { beginning = change }
    let stored = try [Edit](stored: change.edits, of: change.revision)
    do throws(EditMismatch) {
      edits = try draft.revert(stored: stored) + edits
    } catch {
      throw CorruptSession(detail: "the change of revision \(change.revision) does not apply: \(error)")
    }
    guard change.part.isLast, let beginning else { return }
    try add(beginning, isRefused: change.refused != nil)
  }

  private mutating func add(_ change: PastChange, isRefused: Bool) throws(CorruptSession) {
    let action = try JSONValue(stored: change.action, "the action of revision \(change.revision)")
    bytes += 512 + 4 * change.action.count
    let cause = PastRecord.Cause(origin: change.origin, action: action)
    add(cause, at: change.at, stateOf: change.stateOf, isRefused: isRefused)
  }

  /// Goes back before a change with its values.
  mutating func revert(_ edits: [Edit], _ cause: PastRecord.Cause, at: Int64, stateOf: Int?, isRefused: Bool) {
    draft.revert(edits)
    self.edits = edits
    add(cause, at: at, stateOf: stateOf, isRefused: isRefused)
  }

  private mutating func add(_ cause: PastRecord.Cause, at: Int64, stateOf: Int?, isRefused: Bool) {
    let record = PastRecord(
      revision: revision, at: at, cause, stateOf: stateOf, isRefused: isRefused && stateOf != nil, edits: edits,
      former: draft.tree)
    bytes += record.treeSize
    records[revision] = record
    (edits, beginning) = ([], nil)
    revision -= 1
  }

  /// - Throws: The revision that is missing.
  func finish() throws(CorruptSession) -> PastRecords {
    guard revision == first - 1 || isTooLong else { throw .missing(revision) }
    return self
  }
}
