import JSON
import Navigation

extension SessionArchive {
  /// Goes through the session's past with its app, and gives the tree at the end.
  ///
  /// - Throws: What does not follow, with its line.
  func replayed(_ app: App, _ limits: Limits) throws(ArchiveFaults) -> Tree {
    var replay = ArchiveReplay(self, app)
    try replay.run()
    guard replay.tree.size <= limits.stateSize else {
      throw fault(
        1, "The session takes about \(replay.tree.size) bytes; a session may take \(limits.stateSize).")
    }
    guard replay.tree.timers.count <= limits.timers.count else {
      throw fault(1, "It has \(replay.tree.timers.count) timers; a session may have \(limits.timers.count).")
    }
    return replay.tree
  }

  func fault(_ line: Int, _ detail: String) -> ArchiveFaults {
    ArchiveFaults([ArchiveFaults.Fault(line: line, detail: detail)])
  }
}

/// A session's past, made to happen again.
private struct ArchiveReplay {
  private let archive: SessionArchive
  private let app: App
  private var draft: Draft
  private var timeline: Timeline
  private var last: Int
  private var outputs: Int
  private var at: Int64

  var tree: Tree { draft.tree }
  private var header: SessionArchive.Header { archive.session }

  init(_ archive: SessionArchive, _ app: App) {
    self.archive = archive
    self.app = app
    let header = archive.session
    draft = Draft(Tree(root: header.root, data: header.data, lastID: header.nextID))
    timeline = Timeline(at: header.timeline.oldest)
    last = header.timeline.oldest
    outputs = 0
    at = header.createdAt
  }

  mutating func run() throws(ArchiveFaults) {
    try begin()
    for (index, change) in archive.changes.enumerated() {
      let line = archive.line(ofChange: index)
      do throws(DamagedSession) {
        try follow(change, isFirst: index == 0)
      } catch {
        throw archive.fault(line, "Revision \(change.revision): \(error.detail).")
      }
    }
    try end()
  }

  private mutating func begin() throws(ArchiveFaults) {
    try check(app.name == header.app && app.version == header.appVersion, 1, "The app is another one.")
    let first = header.timeline.oldest == 1 ? 2 : header.timeline.oldest
    let count = header.revision - first + 1
    try check(
      archive.changes.count == count, archive.lastLine,
      "There are \(archive.changes.count) changes; from revision \(first) to \(header.revision) there have to be \(count)."
    )
    do throws(UnfitEdit) {
      for timer in header.timers { try draft.replay(stored: [.schedule(timer)]) }
      try draft.tree.checkWhole()
    } catch {
      throw archive.fault(1, "The session begins with no tree: \(error).")
    }
    try checkRoutes()
    // The `seq` of the first output is known from the last one.
    let kept = archive.changes.reduce(0) { $0 + ($1.outputs.arrayValue?.count ?? 0) }
    outputs = header.outputs - kept
    try check(
      outputs == 0 || outputs > 0 && header.timeline.oldest > 1, 1,
      "`outputs` is \(header.outputs), but the changes have \(kept).")
  }

  private mutating func follow(_ change: ArchivedChange, isFirst: Bool) throws(DamagedSession) {
    let first = header.timeline.oldest == 1 ? 2 : header.timeline.oldest
    let expected = isFirst ? first : last + 1
    guard change.revision == expected else {
      throw DamagedSession(detail: "it does not follow; \(expected) has to come here")
    }
    guard change.at >= at else { throw DamagedSession(detail: "it is older than the one before") }
    at = change.at
    let edits = try [Edit](change.edits, of: change.revision)
    do throws(UnfitEdit) {
      if change.revision == header.timeline.oldest {
        // It led to the first state that is here: it can be taken back, if anything.
        var former = draft
        try former.revert(stored: edits, exactly: true)
      } else {
        try draft.replay(stored: edits, exactly: true)
        try draft.tree.checkWhole()
      }
    } catch {
      throw DamagedSession(detail: "\(error)")
    }
    timeline.append(change.revision, stateOf: change.stateOf)
    last = change.revision
    try count(change.outputs)
  }

  private mutating func count(_ json: JSONValue) throws(DamagedSession) {
    guard case .array(let list) = json else { throw DamagedSession(detail: "its outputs are no list") }
    for output in list {
      outputs += 1
      guard output["seq"]?.integerValue == Int64(outputs), output["name"]?.stringValue != nil, output["value"] != nil
      else { throw DamagedSession(detail: "its output \(outputs) has to have that `seq`, a `name` and a `value`") }
    }
  }

  private func checkRoutes() throws(ArchiveFaults) {
    let unknown = tree.routes.first { app.routes[$0] == nil }
    try check(unknown == nil, 1, "The app \(app.name) has no route \"\(unknown ?? "")\".")
  }

  private func end() throws(ArchiveFaults) {
    try checkRoutes()
    let knowsTip = header.timeline.oldest == 1 || archive.changes.contains { $0.stateOf == nil }
    try check(
      timeline.shown == header.timeline.shown && (!knowsTip || timeline.tip == header.timeline.tip), 1,
      "`shown` and `tip` are not what the changes lead to.")
    try check(header.updatedAt == at, 1, "`updatedAt` is not the time of the last change.")
    try check(
      tree.lastID == header.nextID, 1, "`nextID` is \(header.nextID), but there are ids up to \(tree.lastID).")
    try check(
      tree.timers == archive.timers, archive.lastLine, "The timers are not those that the changes leave pending.")
  }

  private func check(_ holds: Bool, _ line: Int, _ detail: @autoclosure () -> String) throws(ArchiveFaults) {
    guard holds else { throw archive.fault(line, detail()) }
  }
}
