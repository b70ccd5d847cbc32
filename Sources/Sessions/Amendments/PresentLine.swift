import JSON
import Navigation

/// The changes from an amended one on that have led to the present state of a session, without what was undone.
struct PresentLine: Sendable {
  /// The changes, the amended one first.
  private(set) var changes: [LineChange] = []
  /// What the amendments on the line have made.
  private(set) var pool: [MadeParts.Part] = []
  private let revision: Int
  private let app: App
  /// The actions that earlier amendments have put in the place of others, by revision.
  private var replacements: [Int: (action: JSONValue, by: PastRecord)] = [:]
  private var dropped: Set<Int> = []

  /// - Parameters:
  ///   - revision: The revision to amend.
  ///   - last: The last revision of the session.
  ///   - records: The changes from `revision` to `last`.
  init(from revision: Int, to last: Int, in records: [Int: PastRecord], of app: App) throws(ActionError) {
    self.revision = revision
    self.app = app
    if let record = records[revision] { try check(record) }
    var next = last
    while next > revision, let record = records[next] { next = try follow(record) }
    guard next == revision, let record = records[revision], !dropped.contains(revision) else {
      throw .notAmendable(
        revision, "it is not a part of the present state, since it was undone or left out by an amendment",
        remedy: "Redo it, or jump to it first.")
    }
    append(record)
    changes.reverse()
    pool.sort { $0.number < $1.number }
    let count = changes.count { $0.record.isState } - 1
    guard count <= Amendment.mostChanges else {
      throw .notAmendable(
        revision, "\(count) changes lie after it; the limit is \(Amendment.mostChanges)",
        remedy: "Amend a later revision.")
    }
  }

  /// Refuses a change that an amendment cannot make otherwise.
  private func check(_ record: PastRecord) throws(ActionError) {
    let move = record.stateOf != nil || isMove(record)
    guard move || record.isMigration else { return }
    // The start of a session has outputs, and the state of revision 1.
    throw .notAmendable(
      revision, "it was made by `\(record.type)`", remedy: "`GET …/history` shows the revisions that actions made.")
  }

  /// Whether a change was made by a jump or an amendment.
  private func isMove(_ record: PastRecord) -> Bool {
    guard record.isState, record.origin.actor == nil else { return false }
    return jumpTarget(record) != nil || StoredAmendment(record.action) != nil
  }

  private func jumpTarget(_ record: PastRecord) -> Int? {
    guard record.type == "jump", record.action.objectValue?.count == 2 else { return nil }
    return record.action["revision"]?.integerValue.map { Int($0) }
  }

  /// Goes back before a change.
  ///
  /// - Returns: The revision that made the state before it.
  private mutating func follow(_ record: PastRecord) throws(ActionError) -> Int {
    if let state = record.stateOf {
      guard record.isRefused else { return state }
      append(record)
    } else if isMove(record) {
      guard !app.hasOwnAction(record.type) else {
        throw .notAmendable(
          revision,
          "revision \(record.revision) after it has a `\(record.type)`, which may be an action of the app itself",
          remedy: "Amend a later revision.")
      }
      if let target = jumpTarget(record) { return target }
      if let amendment = StoredAmendment(record.action) { take(amendment, by: record) }
    } else if !dropped.contains(record.revision) {
      append(record)
    }
    return record.revision - 1
  }

  private mutating func take(_ amendment: StoredAmendment, by record: PastRecord) {
    // A later amendment of the same change, which comes first here, counts.
    if replacements[amendment.revision] == nil {
      replacements[amendment.revision] = (amendment.action, record)
    }
    dropped.formUnion(amendment.dropped)
    pool += record.made.parts
  }

  private mutating func append(_ record: PastRecord) {
    let replacement = replacements[record.revision]
    changes.append(LineChange(record, replacement?.action, by: replacement?.by))
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

  /// - Parameters:
  ///   - action: The action of an earlier amendment; nil: there was none.
  ///   - amendment: The change that this amendment made.
  init(_ record: PastRecord, _ action: JSONValue?, by amendment: PastRecord?) {
    self.record = record
    cause =
      action.map {
        PastRecord.Cause(origin: amendment?.origin ?? record.origin, action: $0, sender: amendment?.cause.sender)
      }
      ?? record.cause
    callers = Set([record.revision] + (amendment.map { [$0.revision] } ?? []))
  }
}
