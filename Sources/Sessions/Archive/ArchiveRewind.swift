import JSON
import Navigation

/// Reverts a session's history from its end, as an export does. The result must equal the start of the archive to the
/// byte, and each `stateOf` must name a revision with the same state.
struct ArchiveRewind {
  private let header: SessionArchive.Header
  private var draft: Draft
  /// The expected state of each revision that a later `stateOf` names: its hash, and the naming revision relative to
  /// the oldest.
  private var states: [Int: State] = [:]

  private struct State {
    let hash: Int
    let revision: UInt32
  }

  /// - Parameter tree: The tree at the end.
  init(from tree: Tree, to header: SessionArchive.Header) {
    self.header = header
    draft = Draft(tree)
  }

  /// Reverts a change; called for the last one first.
  mutating func takeBack(_ change: ArchivedChange) throws(CorruptSession) {
    let isFirst = change.revision == header.undoState.oldest
    try check(change.revision, isNew: change.stateOf == nil || isFirst)
    if let state = change.stateOf {
      try note(stateOf: state, by: change.revision)
      if isFirst { states[state] = nil }
    }
    guard !isFirst else { return }
    let edits = try StoredEdits(change.edits, of: change.revision)
    do throws(EditMismatch) {
      try draft.revert(edits)
    } catch {
      throw CorruptSession(detail: "the change of revision \(change.revision) cannot be undone: \(error)")
    }
    draft.expand()
    // Revision 1 has no change of its own.
    if change.revision == 2, header.undoState.oldest == 1 { try check(1, isNew: true) }
  }

  /// Checks the state of a revision against the `stateOf` of later ones.
  private mutating func check(_ revision: Int, isNew: Bool) throws(CorruptSession) {
    guard let state = states.removeValue(forKey: revision) else { return }
    let claimant = Int(state.revision) + header.undoState.oldest
    guard isNew else {
      throw CorruptSession(
        detail: "`stateOf` of revision \(claimant) is \(revision), which has a `stateOf` itself")
    }
    guard state.hash == hash else {
      throw CorruptSession(detail: "`stateOf` of revision \(claimant) is \(revision), whose state differs")
    }
  }

  private mutating func note(stateOf state: Int, by revision: Int) throws(CorruptSession) {
    let hash = hash
    if let known = states[state], known.hash != hash {
      let other = Int(known.revision) + header.undoState.oldest
      throw CorruptSession(
        detail: "`stateOf` of revisions \(revision) and \(other) is \(state), but they have different states")
    }
    states[state] = State(hash: hash, revision: UInt32(revision - header.undoState.oldest))
  }

  /// The hash of the state that undo restores: everything but the timers.
  private var hash: Int {
    // Seeded at random for each process, so that nobody can make an archive whose states have equal hashes.
    var hasher = Hasher()
    draft.tree.root.hash(into: &hasher)
    hasher.combine(draft.tree.data)
    hasher.combine(draft.tree.appVersion)
    return hasher.finalize()
  }

  /// Compares the result with the header, after all changes were reverted.
  func end() throws(CorruptSession) {
    let tree = draft.tree
    try check(
      "navigation", JSONWriter.text { header.root.write(to: &$0) }, JSONWriter.text { tree.root.write(to: &$0) })
    try check("data", header.data.bytes, tree.data.bytes)
    guard tree.appVersion == header.oldestAppVersion else {
      throw CorruptSession(detail: "undoing all changes leads to version \(tree.appVersion) of the app")
    }
    try check("timers", Self.text(of: header.timers), Self.text(of: tree.timers))
  }

  private func check(_ name: String, _ given: [UInt8], _ found: [UInt8]) throws(CorruptSession) {
    guard given != found else { return }
    throw CorruptSession(
      detail: "undoing all changes yields another `\(name)`, which an export writes as "
        + String(decoding: found.prefix(80), as: UTF8.self))
  }

  private static func text(of timers: [Timer]) -> [UInt8] {
    JSONWriter.text { json in for timer in timers { timer.write(line: &json) } }
  }
}

extension JSONWriter {
  fileprivate static func text(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter()
    body(&json)
    return json.bytes
  }
}

extension Container {
  fileprivate func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(kind)
    hasher.combine(selected)
    hasher.combine(focus.history)
    hasher.combine(focus.isOpen)
    hasher.combine(screens.count)
    for screen in screens { screen.hash(into: &hasher) }
    hasher.combine(presented.count)
    for presented in presented {
      hasher.combine(presented.style)
      presented.screen.hash(into: &hasher)
    }
  }
}

extension Screen {
  fileprivate func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(route)
    hasher.combine(params)
    hasher.combine(state)
    hasher.combine(content != nil)
    content?.hash(into: &hasher)
  }
}
