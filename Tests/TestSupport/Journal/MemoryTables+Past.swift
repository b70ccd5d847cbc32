import Sessions

// Reads of the history of a session.
extension MemoryTables {
  /// Returns all changes of a session.
  package func past(of session: SessionID) -> [PastChange] {
    (sessions[session]?.changes ?? []).map { PastChange($0, .all) }
  }

  /// Returns one change at most, so that a reader needs several pages.
  package func past(_ query: PastQuery) -> PastPage {
    let changes = sessions[query.session]?.changes ?? []
    guard let (revision, rest) = query.selection.split, let change = changes.first(where: { $0.revision == revision })
    else { return PastPage(changes: [], next: nil) }
    let base = query.selection.hasBases ? changes.first { $0.revision == revision - 1 }?.stateOf ?? revision - 1 : nil
    let way = rest(base ?? revision - 1)
    let next = PastQuery(session: query.session, selection: way, content: query.content)
    return PastPage(changes: [PastChange(change, query.content, base: base)], next: way.split == nil ? nil : next)
  }
}

extension PastQuery.Selection {
  fileprivate var hasBases: Bool {
    switch self {
    case .ascending, .descending: false
    case .undoPath, .listed: true
    }
  }

  /// The first revision, and a function of its base that returns the rest of the selection; nil if there is none.
  fileprivate var split: (Int, (Int) -> PastQuery.Selection)? {
    switch self {
    case .ascending(let range):
      (range.lowerBound, { _ in range.count > 1 ? .ascending(range.lowerBound + 1...range.upperBound) : .listed([]) })
    case .descending(let range):
      (range.upperBound, { _ in range.count > 1 ? .descending(range.lowerBound...range.upperBound - 1) : .listed([]) })
    case .undoPath(let revision, let floor, let limit):
      revision > floor && limit > 0 ? (revision, { .undoPath(from: $0, floor: floor, limit: limit - 1) }) : nil
    case .listed(let revisions): revisions.first.map { ($0, { _ in .listed(revisions.dropFirst()) }) }
    }
  }
}

extension PastChange {
  init(_ change: Change, _ content: PastQuery.Content, base: Int? = nil) {
    func text(_ range: Range<Int>, _ part: PastQuery.Content) -> [UInt8] {
      content.contains(part) ? Array(change.text[range]) : []
    }
    self.init(
      revision: change.revision, at: change.at, origin: change.origin, action: text(change.action, .action),
      edits: text(change.edits, .steps), outputs: text(change.outputs, .outputs),
      refused: content.contains(.outputs) ? change.refusedText : nil, stateOf: change.stateOf, base: base)
  }
}
