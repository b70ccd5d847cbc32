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
    var repetitions = 0
    while true {
      // Before the transaction: one that the index has by then is left out below.
      let unindexed = backlog.unindexed.withLock { FirstSessions(of: $0, query).sorted }
      // A session whose row is damaged is missing each time.
      if let page = try page(query, unindexed, skipsMissing: repetitions == 3) { return page }
      repetitions += 1
    }
  }

  /// - Parameters:
  ///   - unindexed: The sessions that the index does not have.
  ///   - skipsMissing: Whether those of them that cannot be read are left out.
  /// - Returns: nil when one of these was deleted after they were listed: others may belong to the page.
  private func page(
    _ query: SummaryQuery, _ unindexed: [(session: SessionID, seq: Int64)], skipsMissing: Bool
  ) throws(SQLiteError) -> [SessionSummary]? {
    try connection.snapshot { () throws(SQLiteError) in
      let row = connection.summaries(query)
      var sessions = try read(row, atMost: query.limit)
      guard !unindexed.isEmpty else { return sessions }
      let found = Set(sessions.map(\.id))
      for (session, seq) in unindexed where !found.contains(session) {
        connection.summary.bind(seq)
        // The session was deleted after the list was made: the page is read again.
        guard let summary = try read(connection.summary, atMost: 1).first else {
          if skipsMissing { continue }
          return nil
        }
        sessions.append(summary)
      }
      return Array(sessions.sorted { $0.id.text < $1.id.text }.prefix(query.limit))
    }
  }

  private func read(_ row: Statement, atMost limit: Int) throws(SQLiteError) -> [SessionSummary] {
    defer { row.reset() }
    var sessions: [SessionSummary] = []
    // A row with a corrupted id is skipped and does not count.
    while sessions.count < limit, try row.step() {
      guard let id = SessionID(row.borrowedBytes(0)) else { continue }
      let focus =
        if let stored = SessionFocus(row, 8, 9) { stored } else { try FocusRows(of: id, on: connection).focus }
      sessions.append(
        SessionSummary(
          id: id, app: row.text(1), appVersion: row.count(2), revision: row.count(3),
          createdAt: row.moment(4), updatedAt: row.moment(5),
          metadata: SessionMetadata(
            key: row.optionalText(6), labels: try connection.labels(of: id),
            expires: row.optionalPeriod(7)),
          current: focus.current, path: focus.path))
    }
    return sessions
  }
}

/// The sessions of a page with the least ids of many that the index does not have. All are looked at while the writer waits,
/// so their texts are only made if the ids begin with the same characters.
private struct FirstSessions {
  private let after: Item?
  private let limit: Int
  private var items: [Item] = []
  /// A greater one does not belong to the page.
  private var greatest: Item?

  private struct Item {
    let order: UInt64
    let session: SessionID
    let seq: Int64

    init(_ session: SessionID, _ seq: Int64 = 0) {
      self.order = session.textOrder
      self.session = session
      self.seq = seq
    }

    static func precedes(_ one: Item, _ other: Item) -> Bool {
      one.order != other.order ? one.order < other.order : one.session.text < other.session.text
    }
  }

  init(of unindexed: UnindexedSessions, _ query: SummaryQuery) {
    after = query.after.map { Item($0) }
    limit = max(1, query.limit)
    switch query.index {
    case .all: for (session, seq) in unindexed { add(Item(session, seq)) }
    case .sessions(let ids): for id in ids { if let seq = unindexed[id] { add(Item(id, seq)) } }
    // The index of keys has all sessions, and a session with labels is in the index of ids from the beginning.
    case .key, .label: break
    }
  }

  private mutating func add(_ item: Item) {
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

  var sorted: [(session: SessionID, seq: Int64)] {
    items.sorted(by: Item.precedes).prefix(limit).map { ($0.session, $0.seq) }
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
