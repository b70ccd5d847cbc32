import Sessions

/// The events of all sessions of an app: changes, creations and deletions, merged in the order of their numbers.
struct AppEventRows {
  private let query: AppEventQuery
  private let limits: ReadLimits
  private let connection: ReadConnection

  /// The events of one kind up to `end`.
  private struct PartialPage {
    var events: [AppEvent] = []
    var end: Int64
    var examined = 0
    var bytes = 0
  }

  init(_ query: AppEventQuery, _ limits: ReadLimits, _ connection: ReadConnection) {
    self.query = query
    self.limits = limits
    self.connection = connection
  }

  /// Reads a page on one snapshot of the database.
  func page() throws(SQLiteError) -> AppEventPage {
    try connection.snapshot { () throws(SQLiteError) in
      if let pruned = try pruned() { return AppEventPage(through: pruned, isReset: true) }
      let parts = [try changes(), try creations(), try deletions()]
      let end = parts.reduce(query.end) { min($0, $1.end) }
      var events = parts.flatMap(\.events).filter { $0.cursor <= end }
      // Most pages have changes only, which are in order.
      if !parts.dropFirst().allSatisfy(\.events.isEmpty) { events.sort { $0.cursor < $1.cursor } }
      return AppEventPage(events: events, through: end, subjects: try subjects(of: events))
    }
  }

  /// The number of the newest pruned event, if it is after the requested one.
  private func pruned() throws(SQLiteError) -> Int64? {
    connection.prunedEvents.bind(query.app)
    let newest = try connection.prunedEvents.fetchOne { $0.integer(0) } ?? 0
    return newest > query.after ? newest : nil
  }

  private func changes() throws(SQLiteError) -> PartialPage {
    let row = connection.appChanges
    row.bind(query.wantsActions ? 1 : 0)
    return try read(row) { row in
      .changed(
        AppChange(
          revision: row.count(5), outputs: row.soundJSON(6), refused: row.soundJSON(7),
          origin: row.origin(9), action: row.soundJSON(8)))
    }
  }

  private func creations() throws(SQLiteError) -> PartialPage {
    try read(connection.appCreations) { .created(by: $0.origin(5)) }
  }

  private func deletions() throws(SQLiteError) -> PartialPage {
    try read(connection.appDeletions) { .deleted(revision: $0.count(5)) }
  }

  /// Reads the rows of all apps after the requested event, within the limits of a page.
  private func read(_ row: Statement, content: (Statement) -> AppEvent.Content) throws(SQLiteError) -> PartialPage {
    defer { row.reset() }
    row.bind(query.app)
    row.bind(query.after)
    row.bind(query.end)
    var part = PartialPage(end: query.end)
    while try row.step() {
      // An invalid id was corrupted on disk: no request can name the session, so it is skipped.
      if let session = SessionID(row.borrowedBytes(1)), row.integer(2) != 0 {
        let event = AppEvent(
          cursor: row.integer(0), session: session, key: row.optionalText(4), at: row.moment(3), content: content(row))
        part.bytes += event.size
        part.events.append(event)
      }
      part.examined += 1
      guard part.examined < limits.searched, part.bytes < query.bytes else {
        part.end = row.integer(0)
        break
      }
    }
    return part
  }

  /// The properties of the sessions that the filter refers to.
  private func subjects(of events: [AppEvent]) throws(SQLiteError) -> [SessionID: AppEventPage.Subject] {
    var subjects: [SessionID: AppEventPage.Subject] = [:]
    guard !query.filter.isEmpty else { return subjects }
    for event in events where !event.isDeletion && subjects[event.session] == nil {
      let path = query.filter.route == nil ? [] : try connection.focus(of: event.session)?.path ?? []
      let labels = query.filter.labels.isEmpty ? [:] : try connection.labels(of: event.session)
      subjects[event.session] = AppEventPage.Subject(labels: labels, path: path)
    }
    return subjects
  }
}

extension AppEvent {
  /// The approximate size of the event's text in bytes.
  fileprivate var size: Int {
    guard case .changed(let change) = content else { return 128 }
    return 128 + (change.outputs?.count ?? 0) + (change.action?.count ?? 0) + (change.refused?.count ?? 0)
  }
}

extension Statement {
  /// A JSON text; nil for NULL, and for a corrupted text.
  fileprivate func soundJSON(_ column: Int32) -> [UInt8]? {
    do throws(SQLiteError) { return isNull(column) ? nil : try json(column, "") } catch { return nil }
  }
}
