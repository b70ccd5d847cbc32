import JSON
import Navigation

/// An error for stored session data that is invalid.
package struct CorruptSession: Error {
  package let detail: String

  package init(detail: String) {
    self.detail = detail
  }
}

extension StoredSession {
  /// Returns the store of a session whose changes are all loaded.
  func makeStore(_ app: App, in catalogue: AppCatalogue? = nil) throws(CorruptSession) -> SessionStore {
    try SessionRecovery(self, app, in: catalogue).store()
  }

  func pendingTimers() throws(CorruptSession) -> [Timer] {
    try timers.map { row throws(CorruptSession) in
      guard Timer.moments.contains(row.fireAt) else {
        throw CorruptSession(detail: "the time of \(row.id), \(row.fireAt), is out of range")
      }
      let action = try json(row.action, "the action of \(row.id)")
      let recurrence = try row.recurrence.map { (text) throws(CorruptSession) in
        try json(text, "the recurrence of \(row.id)")
      }
      do throws(StoredDataError) {
        return try Timer(
          id: row.id, screen: row.screen, effect: row.effect, fireAt: row.fireAt, action: try Action(stored: action),
          stored: recurrence)
      } catch {
        throw CorruptSession(detail: "\(row.id): \(error)")
      }
    }
  }

  /// The tree of the snapshot.
  func tree() throws(CorruptSession) -> Tree {
    let (root, data) = (try json(navigation, "the snapshot's navigation"), try json(session.data, "the session's data"))
    do throws(StoredDataError) {
      return Tree(
        root: try Container(stored: root), data: data, lastID: session.nextID, appVersion: session.appVersion)
    } catch {
      throw CorruptSession(detail: "the snapshot's navigation: \(error)")
    }
  }

  private func json(_ bytes: [UInt8], _ what: String) throws(CorruptSession) -> JSONValue {
    try JSONValue(stored: bytes, what)
  }
}

extension SessionRow {
  /// Checks that the numbers are in range, so that counting can continue.
  func check() throws(CorruptSession) {
    guard (1...UndoState.largest).contains(revision), (0...UndoState.largest).contains(nextID),
      (0...UndoState.largest).contains(outputs)
    else { throw CorruptSession(detail: "its revision, its last id or the number of its outputs is out of range") }
    let revisions = 1...revision
    guard revisions.contains(undoState.shown), revisions.contains(undoState.tip), revisions.contains(undoState.oldest)
    else {
      throw CorruptSession(detail: "its undo state refers to a revision that does not exist")
    }
    guard Timer.moments.contains(createdAt), Timer.moments.contains(updatedAt) else {
      throw CorruptSession(detail: "the time of its creation or last change is out of range")
    }
  }
}

extension JSONValue {
  init(stored bytes: [UInt8], _ what: String) throws(CorruptSession) {
    do throws(JSONError) {
      // Stored values were within the limit when written; an array of edits nests them slightly deeper.
      self = try JSONValue(parsing: bytes, maximumDepth: 2_048, roundingNumbers: true)
    } catch {
      throw CorruptSession(detail: "\(what): \(error)")
    }
  }

  /// Parses a stored text. A long array or object is kept as its text.
  init(keeping bytes: [UInt8], _ what: String) throws(CorruptSession) {
    do throws(JSONError) {
      // Former versions rounded numbers that cannot be represented; stored texts are still read so (decision 0036).
      self = try JSONValue(keeping: bytes[...], roundingNumbers: true)
    } catch {
      throw CorruptSession(detail: "\(what): \(error)")
    }
  }

  /// Checks a stored text without building its value.
  static func check(stored bytes: [UInt8], _ what: String) throws(CorruptSession) {
    do throws(JSONError) {
      try validate(bytes, maximumDepth: 2_048, roundingNumbers: true)
    } catch {
      throw CorruptSession(detail: "\(what): \(error)")
    }
  }
}

extension RawJSON {
  /// Checks a stored text, which is not parsed.
  convenience init(stored bytes: [UInt8], _ what: String) throws(CorruptSession) {
    do throws(JSONError) {
      try self.init(parsing: bytes[...], roundingNumbers: true)
    } catch {
      throw CorruptSession(detail: "\(what): \(error)")
    }
  }
}

extension [Edit] {
  /// Parses the edits of a revision.
  init(stored bytes: [UInt8], of revision: Int) throws(CorruptSession) {
    try self.init(try JSONValue(stored: bytes, "the steps of revision \(revision)"), of: revision)
  }

  init(_ json: JSONValue, of revision: Int) throws(CorruptSession) {
    guard case .array(let list) = json else {
      throw CorruptSession(detail: "the steps of revision \(revision) are not an array")
    }
    self = []
    for json in list { append(try Edit(stored: json, of: revision)) }
  }
}

extension Edit {
  /// Reads an edit of a revision.
  init(stored json: JSONValue, of revision: Int) throws(CorruptSession) {
    do throws(StoredDataError) {
      try self.init(stored: json)
    } catch {
      throw CorruptSession(detail: "revision \(revision): \(error)")
    }
  }
}
