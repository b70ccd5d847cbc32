import SQLite
import Sessions

/// The summaries of sessions. The state of their screens is not read.
struct SummaryRows {
  private let connection: ReadConnection
  private let backlog: ProjectionBacklog

  init(_ connection: ReadConnection, _ backlog: ProjectionBacklog) {
    self.connection = connection
    self.backlog = backlog
  }

  /// Reads a page of sessions on one snapshot of the database.
  func page(_ query: SummaryQuery) throws(SQLiteError) -> [SessionSummary] {
    while true {
      // Before the transaction: one that the tables show by then is left out below.
      let created = backlog.creations.withLock { $0.next(of: query) }
      if let page = try page(query, created) { return page }
    }
  }

  /// - Returns: nil when one of the creations was deleted after they were listed: others may belong to the page.
  private func page(
    _ query: SummaryQuery, _ created: [PendingCreations.Creation]
  ) throws(SQLiteError) -> [SessionSummary]? {
    try connection.snapshot { () throws(SQLiteError) in
      var sessions = try shown(query)
      guard !created.isEmpty else { return sessions }
      for creation in created where try !isShown(creation.session) {
        guard let projection = try connection.created(creation) else { return nil }
        sessions.append(SessionSummary(projection))
      }
      return Array(sessions.sorted { $0.id.text < $1.id.text }.prefix(query.limit))
    }
  }

  private func isShown(_ session: SessionID) throws(SQLiteError) -> Bool {
    connection.identity.bind(session.text)
    return try connection.identity.fetchOne { _ in true } ?? false
  }

  /// The sessions that the tables show.
  private func shown(_ query: SummaryQuery) throws(SQLiteError) -> [SessionSummary] {
    var sessions: [SessionSummary] = []
    let row = connection.summaries(query)
    defer { row.reset() }
    // A row with a corrupted id is skipped and does not count.
    while sessions.count < query.limit, try row.step() {
      guard let id = SessionID(row.borrowedBytes(0)) else { continue }
      let focus =
        if let stored = SessionFocus(row, 8, 9) { stored } else { try FocusRows(of: id, on: connection).focus }
      sessions.append(
        SessionSummary(
          id: id, app: row.text(1), appVersion: row.count(2), revision: row.count(3),
          createdAt: row.moment(4), updatedAt: row.moment(5),
          metadata: SessionMetadata(
            key: row.optionalText(6), labels: try connection.labels(of: id),
            expires: row.isNull(7) ? nil : row.integer(7)),
          current: focus.current, path: focus.path))
    }
    return sessions
  }
}

extension PendingCreations {
  /// The first creations of a page, in the order of the texts of their ids.
  fileprivate func next(of query: SummaryQuery) -> [Creation] {
    guard !isEmpty else { return [] }
    var first = FirstCreations(after: query.after, limit: query.limit)
    switch query.index {
    case .all: for creation in all { first.add(creation) }
    case .key(let key): for creation in holders(of: key).compactMap({ self[$0] }) { first.add(creation) }
    case .sessions(let ids): for creation in ids.compactMap({ self[$0] }) { first.add(creation) }
    // A session with labels is in the tables from the beginning.
    case .label: break
    }
    return first.sorted
  }
}

/// The creations with the least ids of many. All are looked at while the writer waits, so their texts are only made if
/// the ids begin with the same characters.
private struct FirstCreations {
  private let after: Item?
  private let limit: Int
  private var items: [Item] = []
  /// A greater one does not belong to the page.
  private var greatest: Item?

  private struct Item {
    let order: UInt64
    let session: SessionID
    var creation: PendingCreations.Creation?

    init(_ session: SessionID, _ creation: PendingCreations.Creation? = nil) {
      self.order = session.textOrder
      self.session = session
      self.creation = creation
    }

    static func precedes(_ one: Item, _ other: Item) -> Bool {
      one.order != other.order ? one.order < other.order : one.session.text < other.session.text
    }
  }

  init(after: SessionID?, limit: Int) {
    self.after = after.map { Item($0) }
    self.limit = max(1, limit)
  }

  mutating func add(_ creation: PendingCreations.Creation) {
    let item = Item(creation.session, creation)
    if let after, !Item.precedes(after, item) { return }
    if let greatest, !Item.precedes(item, greatest) { return }
    items.append(item)
    if items.count >= 2 * limit { shorten() }
  }

  private mutating func shorten() {
    items.sort(by: Item.precedes)
    items.removeLast(max(0, items.count - limit))
    greatest = items.last
  }

  var sorted: [PendingCreations.Creation] {
    items.sorted(by: Item.precedes).prefix(limit).compactMap(\.creation)
  }
}

extension ReadConnection {
  /// The statement of a query, with its parameters.
  fileprivate func summaries(_ query: SummaryQuery) -> Statement {
    let (row, parameters) =
      switch query.index {
      case .all: (summaries, [String]())
      case .key(let key): (summariesByKey, [key])
      case .label(let name, let value): (summariesByLabel, [name, value])
      case .sessions(let ids): (summariesByID, ["[" + ids.map { "\"\($0.text)\"" }.joined(separator: ",") + "]"])
      }
    row.bind(query.after?.text ?? "")
    for parameter in parameters { row.bind(parameter) }
    return row
  }

  /// Reads the labels of a session, their values by name.
  func labels(of session: SessionID) throws(SQLiteError) -> [String: String] {
    labels.bind(session.text)
    let pairs = try labels.fetchAll { row in (row.text(0), row.text(1)) }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// The focus path of a session, computed from its rows.
struct FocusRows {
  private(set) var current = ""
  private(set) var path: [String] = []

  var focus: SessionFocus { SessionFocus(current: current, path: path) }

  private struct Container {
    let id: String
    let isStack: Bool
    let selected: Int
  }

  private struct Screen {
    let id: String
    let position: Int
    let isPresented: Bool
    let route: String
  }

  init(of session: SessionID, on connection: ReadConnection) throws(SQLiteError) {
    self.init(
      try Self.containers(of: session, connection.containerPlaces),
      try Self.screens(of: session, connection.screenPlaces))
  }

  /// The focus path of a session that the tables do not show.
  init(of projection: Projection) {
    let contents = projection.containers.map { row in
      (row.screen, Container(id: row.id, isStack: row.kind == "stack", selected: row.selected))
    }
    let screens = projection.screens.map { row in
      (
        row.container,
        Screen(id: row.id, position: row.position, isPresented: row.presented != nil, route: row.route)
      )
    }
    self.init(
      Dictionary(contents) { first, _ in first }, Dictionary(grouping: screens) { $0.0 }.mapValues { $0.map(\.1) })
  }

  private init(_ contents: [String?: Container], _ screens: [String: [Screen]]) {
    var container = contents[nil]
    // At most one step for each container: corrupted rows may form a cycle.
    for _ in 0..<contents.count {
      guard let place = container, let held = screens[place.id] else { return }
      let listed = held.filter { !$0.isPresented }
      let selected =
        place.isStack ? listed.max { $0.position < $1.position } : listed.first { $0.position == place.selected }
      let top = held.filter(\.isPresented).max { $0.position < $1.position }
      path += [selected, top].compactMap { $0?.route }
      guard let focused = top ?? selected else { return }
      current = focused.id
      container = contents[focused.id]
    }
  }

  /// The containers by the screen that holds them; the root has no screen.
  private static func containers(of session: SessionID, _ row: Statement) throws(SQLiteError) -> [String?: Container] {
    defer { row.reset() }
    row.bind(session.text)
    var containers: [String?: Container] = [:]
    while try row.step() {
      containers[row.optionalText(1)] = Container(
        id: row.text(0), isStack: row.text(2) == "stack", selected: Int(row.integer(3)))
    }
    return containers
  }

  /// The screens by their container, presented screens included.
  private static func screens(of session: SessionID, _ row: Statement) throws(SQLiteError) -> [String: [Screen]] {
    defer { row.reset() }
    row.bind(session.text)
    var screens: [String: [Screen]] = [:]
    while try row.step() {
      screens[row.text(1), default: []].append(
        Screen(id: row.text(0), position: Int(row.integer(2)), isPresented: row.integer(3) != 0, route: row.text(4)))
    }
    return screens
  }
}
