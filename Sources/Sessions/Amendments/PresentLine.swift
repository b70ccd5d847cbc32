import JSON
import Navigation

/// The changes from an amended one on, or from one that an earlier amendment has changed, that have led to the present
/// state of a session, without what was undone.
struct PresentLine: Sendable {
  /// The changes. Those before the amended one follow from earlier amendments.
  private(set) var changes: [LineChange] = []
  /// The index of the amended change.
  private(set) var amended = 0
  /// The numbers of the parts that the amendments on the line have made, with their kinds; nil: of a part that had gone when
  /// the amendment was complete.
  private(set) var pool: [Int: MadeParts.Kind?] = [:]
  /// The times to which the changes on the line have set timers, by id.
  private(set) var timers: [Timer.ID: Set<Int64>] = [:]
  /// The timers that have fired in changes that were undone. As after undo, they do not fire again.
  private(set) var undoneFirings: Set<Timer.ID> = []
  private let revision: Int
  private let app: App
  /// The actions that earlier amendments have put in the place of others, by revision.
  private var replacements: [Int: (action: JSONValue, by: PastRecord)] = [:]
  private var dropped: Set<Int> = []

  /// - Parameters:
  ///   - revision: The revision to amend.
  ///   - last: The last revision of the session.
  ///   - records: The changes up to `last`, from `start` on.
  init(from revision: Int, to last: Int, in records: [Int: PastRecord], of app: App) throws(ActionError) {
    self.revision = revision
    self.app = app
    if let record = records[revision] { try check(record) }
    let first = Self.start(from: revision, to: last, in: records)
    var next = last
    while next >= first, let record = records[next] {
      next = try follow(record)
      for undone in next + 1..<max(next + 1, record.revision) {
        if let undone = records[undone], undone.firesTimer { undone.endedTimer.map { _ = undoneFirings.insert($0) } }
      }
    }
    changes.reverse()
    guard next < first, let index = changes.firstIndex(where: { $0.record.revision == revision && !$0.isDropped })
    else {
      throw .notAmendable(
        revision, "it is not a part of the present state, since it was undone, left out by an amendment or pruned",
        remedy: "`GET …/history` shows the changes.")
    }
    amended = index
    let count = changes[index...].count { $0.record.isState && !$0.isDropped } - 1
    guard count <= Amendment.mostChanges else {
      throw .notAmendable(
        revision, "\(count) changes lie after it; the limit is \(Amendment.mostChanges)",
        remedy: "Amend a later revision.")
    }
  }

  /// The first revision of which the changes are needed: an amendment may have changed what lies before.
  static func start(from revision: Int, to last: Int, in records: [Int: PastRecord]) -> Int {
    var (first, next) = (revision, last)
    while next >= first, let record = records[next] {
      if record.isMove, let amendment = StoredAmendment(record.action) { first = min(first, amendment.revision) }
      next = record.formerState
    }
    return first
  }

  /// Refuses a change that an amendment cannot make otherwise.
  private func check(_ record: PastRecord) throws(ActionError) {
    let move = record.stateOf != nil || record.isMove
    guard move || record.isMigration else { return }
    // The start of a session has outputs, and the state of revision 1.
    throw .notAmendable(
      revision, "it was made by `\(record.type)`", remedy: "`GET …/history` shows the revisions that actions made.")
  }

  /// Goes back before a change.
  ///
  /// - Returns: The revision that made the state before it.
  private mutating func follow(_ record: PastRecord) throws(ActionError) -> Int {
    if record.isMove {
      guard !app.hasOwnAction(record.type) else {
        throw .notAmendable(
          revision,
          "revision \(record.revision) after it has a `\(record.type)`, which may be an action of the app itself",
          remedy: "Amend a later revision.")
      }
      if let amendment = StoredAmendment(record.action) { take(amendment, by: record) }
    } else if record.isState || record.isRefused, !dropped.contains(record.revision) || record.firesTimer {
      append(record)
    }
    return record.formerState
  }

  private mutating func take(_ amendment: StoredAmendment, by record: PastRecord) {
    // A later amendment of the same change, which comes first here, counts.
    if replacements[amendment.revision] == nil {
      replacements[amendment.revision] = (amendment.action, record)
    }
    dropped.formUnion(amendment.dropped)
    for number in amendment.ids where pool[number] == nil { pool[number] = .some(nil) }
    for part in record.made.parts { pool[part.number] = part.kind }
    takeTimers(of: record)
  }

  private mutating func append(_ record: PastRecord) {
    let replacement = replacements[record.revision]
    changes.append(
      LineChange(
        record, replacement?.action, by: replacement?.by, isDropped: dropped.contains(record.revision)))
    takeTimers(of: record)
  }

  private mutating func takeTimers(of record: PastRecord) {
    for (timer, time) in record.made.timers { timers[timer, default: []].insert(time) }
  }
}

/// A change on the present line.
struct LineChange: Sendable {
  let record: PastRecord
  /// The action, which may be that of an earlier amendment.
  var action: JSONValue { cause.action }
  /// The cause of the action.
  let cause: PastRecord.Cause
  /// The revisions that have sent the calls of the action.
  let callers: Set<Int>
  /// Whether an earlier amendment has left the change out, which only ended its timer.
  let isDropped: Bool

  /// - Parameters:
  ///   - action: The action of an earlier amendment; nil: there was none.
  ///   - amendment: The change that this amendment made.
  init(_ record: PastRecord, _ action: JSONValue?, by amendment: PastRecord?, isDropped: Bool) {
    self.record = record
    self.isDropped = isDropped
    cause =
      action.map {
        PastRecord.Cause(origin: amendment?.origin ?? record.origin, action: $0, sender: amendment?.cause.sender)
      }
      ?? record.cause
    callers = Set([record.revision] + (amendment.map { [$0.revision] } ?? []))
  }
}
