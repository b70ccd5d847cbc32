import JSON
import Navigation

/// The edits of a change, or of a part of it, as they are stored. Those of a long text are parsed one by one, and their
/// long values are kept as text.
struct StoredEdits {
  private let edits: [Edit]
  /// The text, and the ranges of the edits in it; nil: `edits` has them.
  private let text: (RawJSON, edits: [Range<Int>])?

  init(stored bytes: [UInt8], of revision: Int) throws(CorruptSession) {
    try self.init(try JSONValue(keeping: bytes, "the steps of revision \(revision)"), of: revision)
  }

  init(_ json: JSONValue, of revision: Int) throws(CorruptSession) {
    guard case .raw(let text) = json else {
      (edits, self.text) = (try [Edit](json, of: revision), nil)
      return
    }
    (edits, self.text) = ([], (text, text.elementRanges))
    // An invalid edit is detected before any other is applied.
    try text.forEachElement { json throws(CorruptSession) in
      _ = try Edit(stored: json, of: revision)
    }
  }

  /// Calls `body` with the edits in their order, some at a time.
  func forEachGroup(_ body: ([Edit]) throws(EditMismatch) -> Void) throws(EditMismatch) {
    guard let (text, ranges) = text else { return try body(edits) }
    for range in ranges { try body([Self.edit(text.part(range))]) }
  }

  /// Calls `body` with the edits, some at a time, the last ones first.
  func forEachGroupBackward(_ body: ([Edit]) throws(EditMismatch) -> Void) throws(EditMismatch) {
    guard let (text, ranges) = text else { return try body(edits) }
    for range in ranges.reversed() { try body([Self.edit(text.part(range))]) }
  }

  private static func edit(_ json: JSONValue) -> Edit {
    do throws(StoredDataError) {
      return try Edit(stored: json)
    } catch {
      preconditionFailure("an edit that was parsed before is invalid: \(error)")
    }
  }
}

extension Draft {
  /// Reverts edits of a change. The caller calls `expand` after the last of them.
  mutating func revert(_ edits: StoredEdits, exactly: Bool = false) throws(EditMismatch) {
    try edits.forEachGroupBackward { edits throws(EditMismatch) in
      try revert(stored: edits, exactly: exactly, keepingText: true)
    }
  }

  /// Reverts a change that was read from the journal, or its next part.
  mutating func revert(_ change: PastChange) throws(CorruptSession) {
    let edits = try StoredEdits(stored: change.edits, of: change.revision)
    do throws(EditMismatch) {
      try revert(edits)
    } catch {
      throw CorruptSession(detail: "the change of revision \(change.revision) does not apply: \(error)")
    }
    if change.part.isLast { expand() }
  }
}
