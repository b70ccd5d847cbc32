import JSON

/// A query for a page of a session's history, which only the journal has.
///
/// Pages are limited in length, and the journal holds nothing open between them. Later pages omit changes that were
/// pruned or deleted in the meantime; a reader knows which revisions to expect.
package struct PastQuery: Sendable, Equatable {
  package let session: SessionID
  package let selection: Selection
  package let content: Content
  /// The position within the first change; nil: its beginning.
  package let place: LongStepsPlace?

  /// The selected changes and their order. A page ends at a gap.
  package enum Selection: Sendable, Equatable {
    /// A range, oldest first.
    case ascending(ClosedRange<Int>)
    /// A range, newest first.
    case descending(ClosedRange<Int>)
    /// The changes that led to the state of revision `from`, newest first: at most `limit`, all after `floor`.
    case undoPath(from: Int, floor: Int, limit: Int)
    /// These revisions, in this order.
    case listed(ArraySlice<Int>)
  }

  /// The parts of each change to read besides its revision, its time, and the revision whose state it restored.
  package struct Content: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    package static let action = Content(rawValue: 1)
    package static let steps = Content(rawValue: 2)
    /// Outputs and the refusal.
    package static let outputs = Content(rawValue: 4)
    package static let all: Content = [.action, .steps, .outputs]
  }

  package init(session: SessionID, selection: Selection, content: Content, place: LongStepsPlace? = nil) {
    self.session = session
    self.selection = selection
    self.content = content
    self.place = place
  }
}

/// The position within the edits of a change that exceeds one page.
package struct LongStepsPlace: Sendable, Equatable {
  /// The position in the text of the edits, after one full scan.
  package var scanner: JSONArrayScanner
  /// The number of scanner runs read so far.
  package var runs = 0

  package init(scanner: JSONArrayScanner) {
    self.scanner = scanner
  }
}

/// A page of a session's history, in the order of the query.
package struct PastPage: Sendable, Equatable {
  package var changes: [PastChange]
  /// The query for the next page; nil: this is the last one.
  package var next: PastQuery?

  package init(changes: [PastChange], next: PastQuery?) {
    self.changes = changes
    self.next = next
  }
}

/// A change in the journal with its request, or a part of a change that exceeds one page.
package struct PastChange: Sendable, Equatable {
  package let revision: Int
  package let at: Int64
  package let origin: ChangeOrigin
  /// Empty in all parts but the first, and if not requested.
  package let action: [UInt8]
  /// A JSON array of edits. In a part of a change it holds some of them: parts go forward for ascending queries and
  /// lists, otherwise backward. The first part holds none, so that a long action is not held with long edits.
  package let edits: [UInt8]
  /// Empty in all parts but the last, and if not requested.
  package let outputs: [UInt8]
  /// The reason for a timer's refused action; nil: it was carried out. nil in all parts but the last, and if not
  /// requested.
  package let refused: [UInt8]?
  package let stateOf: Int?
  /// The revision whose state the session had before: the preceding one, or the one restored then. Set in undo paths and
  /// lists only.
  package let base: Int?
  /// Whether the change came with an import; false if outputs are not requested.
  package let isImported: Bool
  package let part: Fragment

  /// The position of a part within its change; a whole change is both first and last.
  package struct Fragment: Sendable, Equatable {
    package let isFirst: Bool
    package let isLast: Bool

    package static let whole = Fragment(isFirst: true, isLast: true)

    package init(isFirst: Bool, isLast: Bool) {
      self.isFirst = isFirst
      self.isLast = isLast
    }
  }

  package init(
    revision: Int, at: Int64, origin: ChangeOrigin = ChangeOrigin(), action: [UInt8], edits: [UInt8], outputs: [UInt8],
    refused: [UInt8]? = nil, stateOf: Int? = nil, base: Int? = nil, isImported: Bool = false, part: Fragment = .whole
  ) {
    self.revision = revision
    self.at = at
    self.origin = origin
    self.action = action
    self.edits = edits
    self.outputs = outputs
    self.refused = refused
    self.stateOf = stateOf
    self.base = base
    self.isImported = isImported
    self.part = part
  }

  /// Whether this part has outputs. Nearly all changes have the empty array, `[]`.
  package var hasOutputs: Bool { outputs.count > 2 }

  /// The total bytes of its texts.
  package var textCount: Int { action.count + edits.count + outputs.count + (refused?.count ?? 0) }
}
