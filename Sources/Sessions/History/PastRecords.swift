import JSON

/// A request for a page of a session's past, which the journal alone holds.
///
/// A page has a limited length, and nothing is kept open in the journal between two of them. What was pruned or deleted
/// meanwhile is not in the pages that follow: a reader knows which revisions it expects.
package struct PastQuery: Sendable, Equatable {
  package let session: SessionID
  package let selection: Selection
  package let content: Content
  /// Where to go on within the first change; nil: at its beginning.
  package let place: LongStepsPlace?

  /// The order of the changes. None is given after a gap.
  package enum Selection: Sendable, Equatable {
    /// These, the oldest first.
    case ascending(ClosedRange<Int>)
    /// These, the newest first.
    case descending(ClosedRange<Int>)
    /// The changes that led to the state that this revision made, the last one first: at most so many, and none of
    /// `floor` or before.
    case chain(from: Int, floor: Int, limit: Int)
    /// These, in this order.
    case listed(ArraySlice<Int>)
  }

  /// What of each change is read beside its revision, its time, and the revision whose state it has.
  package struct Content: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
      self.rawValue = rawValue
    }

    package static let action = Content(rawValue: 1)
    package static let steps = Content(rawValue: 2)
    /// Also the refusal.
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

/// How far the steps of one change have been read that do not fit into one page.
package struct LongStepsPlace: Sendable, Equatable {
  /// Where the steps are in the text, once all of it was scanned.
  package var scanner: JSONArrayScanner
  /// Runs of the scanner that were read.
  package var runs = 0

  package init(scanner: JSONArrayScanner) {
    self.scanner = scanner
  }
}

/// Some of a session's past, in the order that was asked for.
package struct PastPage: Sendable, Equatable {
  package var changes: [PastChange]
  /// The request for what follows; nil: nothing does.
  package var next: PastQuery?

  package init(changes: [PastChange], next: PastQuery?) {
    self.changes = changes
    self.next = next
  }
}

/// A change as the journal holds it, with what was sent; or a part of one that does not fit into one page.
package struct PastChange: Sendable, Equatable {
  package let revision: Int
  package let at: Int64
  package let actor: String?
  /// Empty in all parts but the first, and where not asked for.
  package let action: [UInt8]
  /// A JSON array of steps. Where they are more than fit into a page, some of them: in ascending order and in lists the
  /// first ones come first, otherwise the last ones.
  package let edits: [UInt8]
  /// Empty in all parts but the last, and where not asked for.
  package let outputs: [UInt8]
  /// The reason that the action was refused, which is then that of a timer; nil in all parts but the last, and where not
  /// asked for.
  package let refused: [UInt8]?
  package let stateOf: Int?
  /// The revision whose state the session had before: the one before it, or the one that was gone back to then. nil where
  /// it was not looked for: chains and lists have it.
  package let base: Int?
  package let part: Part

  package struct Part: Sendable, Equatable {
    package let isFirst: Bool
    package let isLast: Bool

    package static let whole = Part(isFirst: true, isLast: true)

    package init(isFirst: Bool, isLast: Bool) {
      self.isFirst = isFirst
      self.isLast = isLast
    }
  }

  package init(
    revision: Int, at: Int64, actor: String?, action: [UInt8], edits: [UInt8], outputs: [UInt8],
    refused: [UInt8]? = nil, stateOf: Int?, base: Int?, part: Part = .whole
  ) {
    self.revision = revision
    self.at = at
    self.actor = actor
    self.action = action
    self.edits = edits
    self.outputs = outputs
    self.refused = refused
    self.stateOf = stateOf
    self.base = base
    self.part = part
  }

  /// Bytes of its texts.
  package var textCount: Int { action.count + edits.count + outputs.count + (refused?.count ?? 0) }
}
