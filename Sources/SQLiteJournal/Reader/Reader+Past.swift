import JSON
import Sessions

extension Reader {
  /// Reads a page of a session's past on one snapshot of the database.
  func past(_ query: PastQuery, on connection: ReadConnection) throws(SQLiteError) -> PastPage {
    // Before the transaction, as in `load`.
    let entries = backlog.entries(of: query.session)
    // An open blob keeps the transaction open.
    defer { connection.steps.close() }
    return try connection.snapshot { () throws(SQLiteError) in
      var page = try PastPageReader(query, entries: entries, connection: connection, limits: limits)
      return try page.read()
    }
  }
}

/// The state of reading one page of a session's past.
private struct PastPageReader {
  private let query: PastQuery
  private let limits: ReadLimits
  private let rows: PastRows
  private var way: PastQuery.Selection
  private var changes: [PastChange] = []
  private var bytes = 0

  init(
    _ query: PastQuery, entries: [SnapshotBacklog.Entry], connection: ReadConnection, limits: ReadLimits
  ) throws(SQLiteError) {
    self.query = query
    self.limits = limits
    way = query.selection
    rows = try PastRows(session: query.session, entries: entries, connection: connection)
  }

  mutating func read() throws(SQLiteError) -> PastPage {
    if let place = query.place { return try readOn(from: place) }
    while let revision = way.next {
      guard changes.count < limits.changes, bytes < limits.bytes else { return page(at: nil) }
      guard let row = try rows.row(revision, way, query.content) else { return PastPage(changes: changes, next: nil) }
      // A first change that is too long is read all the same: with an empty page the walk would not go on.
      guard bytes == 0 || bytes + row.length <= limits.bytes else { return page(at: nil) }
      if row.length > limits.bytes, query.content.contains(.steps) { return try beginLong(row) }
      append(row.change(try rows.action(of: row), try rows.steps(0..<row.stepsLength), .whole))
    }
    return PastPage(changes: changes, next: nil)
  }

  private static let noSteps = Array("[]".utf8)

  private mutating func append(_ change: PastChange) {
    changes.append(change)
    bytes += change.textCount
    way.advance(over: change)
  }

  private func page(at place: LongStepsPlace?) -> PastPage {
    PastPage(
      changes: changes, next: PastQuery(session: query.session, selection: way, content: query.content, place: place))
  }

  /// Reads the first part of a change that exceeds a page: its action alone, so that it is not held with the steps.
  private mutating func beginLong(_ row: PastRows.Row) throws(SQLiteError) -> PastPage {
    changes.append(
      row.change(try rows.action(of: row), Self.noSteps, PastChange.Fragment(isFirst: true, isLast: false)))
    return page(at: LongStepsPlace(scanner: JSONArrayScanner(runsOf: limits.bytes)))
  }

  /// Reads the next part of a change that exceeds a page. The first pages scan the text of the steps; the following ones
  /// return one run of steps each.
  private mutating func readOn(from place: LongStepsPlace) throws(SQLiteError) -> PastPage {
    var place = place
    guard let revision = way.next, let row = try rows.row(revision, way, query.content) else {
      return PastPage(changes: [], next: nil)
    }
    if place.scanner.count < row.stepsLength {
      let end = min(place.scanner.count + limits.bytes, row.stepsLength)
      place.scanner.scan(try rows.steps(place.scanner.count..<end))
      return page(at: place)
    }
    let runs = place.scanner.runs
    guard place.scanner.isComplete, place.runs < max(runs.count, 1) else {
      throw .corrupt("the steps of revision \(revision) of \(query.session.text) are not a list")
    }
    let run = runs.isEmpty ? 0..<0 : runs[way.isBackward ? runs.count - 1 - place.runs : place.runs]
    place.runs += 1
    let part = PastChange.Fragment(isFirst: false, isLast: place.runs >= runs.count)
    let change = row.change([], try rows.stepArray(run), part)
    changes.append(change)
    if part.isLast { way.advance(over: change) }
    return way.next == nil ? PastPage(changes: changes, next: nil) : page(at: part.isLast ? nil : place)
  }
}

extension PastQuery.Selection {
  /// The revision of the next change; nil: there is none.
  fileprivate var next: Int? {
    switch self {
    case .ascending(let revisions): revisions.lowerBound
    case .descending(let revisions): revisions.upperBound
    case .undoPath(let revision, let floor, let limit): revision > floor && limit > 0 ? revision : nil
    case .listed(let revisions): revisions.first
    }
  }

  fileprivate var isBackward: Bool {
    switch self {
    case .ascending, .listed: false
    case .descending, .undoPath: true
    }
  }

  fileprivate mutating func advance(over change: PastChange) {
    switch self {
    case .ascending(let revisions):
      self = revisions.count > 1 ? .ascending(revisions.lowerBound + 1...revisions.upperBound) : .listed([])
    case .descending(let revisions):
      self = revisions.count > 1 ? .descending(revisions.lowerBound...revisions.upperBound - 1) : .listed([])
    case .undoPath(let revision, let floor, let limit):
      let base = change.base ?? revision - 1
      // The base in a corrupted row may be a later revision, which would cause an endless loop.
      self = base < revision ? .undoPath(from: base, floor: floor, limit: limit - 1) : .listed([])
    case .listed(let revisions): self = .listed(revisions.dropFirst())
    }
  }
}
