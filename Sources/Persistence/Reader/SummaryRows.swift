import SQLite
import Sessions

/// The summaries of sessions. The state of their screens is not read.
struct SummaryRows {
  private let connection: ReadConnection

  init(_ connection: ReadConnection) {
    self.connection = connection
  }

  /// Reads a page of sessions on one snapshot of the database.
  func page(_ query: SummaryQuery) throws(SQLiteError) -> [SessionSummary] {
    try connection.snapshot { () throws(SQLiteError) in
      var sessions: [SessionSummary] = []
      let row = connection.summaries(query)
      defer { row.reset() }
      // A row with a corrupted id is skipped and does not count.
      while sessions.count < query.limit, try row.step() {
        guard let id = SessionID(row.borrowedBytes(0)) else { continue }
        let focus = try FocusRows(of: id, on: connection)
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
    let contents = try Self.containers(of: session, connection.containerPlaces)
    let screens = try Self.screens(of: session, connection.screenPlaces)
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
