@testable import Sessions

// Reads of the history of a session.

extension Tables {
  /// All changes of a session.
  func past(of session: SessionID) -> [PastChange] {
    var changes: [PastChange] = []
    var query: PastQuery? = PastQuery(session: session, selection: .ascending(2...UndoState.largest), content: .all)
    while let next = query {
      let page = past(next)
      changes += page.changes
      query = page.next
    }
    return changes
  }

  /// Returns one change at most, so that a reader needs several pages.
  func past(_ query: PastQuery) -> PastPage {
    let changes = (sessions[query.session]?.changes ?? []).map(PastChange.init)
    guard let (revision, rest) = query.selection.split, let change = changes.first(where: { $0.revision == revision })
    else {
      return PastPage(changes: [], next: nil)
    }
    let made = change.made(from: changes.first { $0.revision == revision - 1 }?.stateOf ?? revision - 1)
    let way = rest(made)
    return PastPage(
      changes: [made],
      next: way.split == nil ? nil : PastQuery(session: query.session, selection: way, content: query.content))
  }
}

extension PastQuery.Selection {
  /// The first revision, and a function that returns the rest of the selection; nil if there is none.
  fileprivate var split: (Int, (PastChange) -> PastQuery.Selection)? {
    switch self {
    case .ascending(let range):
      (range.lowerBound, { _ in range.count > 1 ? .ascending(range.lowerBound + 1...range.upperBound) : .listed([]) })
    case .descending(let range):
      (range.upperBound, { _ in range.count > 1 ? .descending(range.lowerBound...range.upperBound - 1) : .listed([]) })
    case .undoPath(let revision, let floor, let limit):
      revision > floor && limit > 0
        ? (revision, { .undoPath(from: $0.base ?? revision - 1, floor: floor, limit: limit - 1) }) : nil
    case .listed(let revisions):
      revisions.first.map { ($0, { _ in .listed(revisions.dropFirst()) }) }
    }
  }
}

extension PastChange {
  fileprivate init(_ change: Change) {
    self.init(
      revision: change.revision, at: change.at, origin: change.origin, action: Array(change.text[change.action]),
      edits: Array(change.text[change.edits]), outputs: Array(change.text[change.outputs]),
      refused: change.refusedText, stateOf: change.stateOf, base: 0)
  }

  fileprivate func made(from base: Int) -> PastChange {
    PastChange(
      revision: revision, at: at, origin: origin, action: action, edits: edits, outputs: outputs,
      refused: refused, stateOf: stateOf, base: base)
  }
}
