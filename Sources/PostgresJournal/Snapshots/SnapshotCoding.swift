import Sessions

/// The stored form of a session's state: the rows of a whole projection, each value with its length, after a version byte.
///
/// The texts are stored as they are, so that a session that is loaded equals the one that was written.
enum SnapshotEncoder {
  static let version: UInt8 = 1

  static func encode(_ projection: Projection) -> [UInt8] {
    let session = projection.session
    var writer = SnapshotWriter()
    for number in [
      session.revision, Int(session.createdAt), Int(session.updatedAt), session.nextID, session.outputs,
      session.undoState.shown, session.undoState.tip, session.undoState.oldest, session.historyBytes,
      session.appVersion,
    ] {
      writer.append(number)
    }
    writer.append(session.data)
    writer.append(projection.containers.count)
    for row in projection.containers { writer.append(row) }
    writer.append(projection.screens.count)
    for row in projection.screens { writer.append(row) }
    return writer.bytes
  }
}

private struct SnapshotWriter {
  var bytes: [UInt8] = [SnapshotEncoder.version]

  mutating func append(_ value: Int) {
    withUnsafeBytes(of: Int64(value).bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ value: [UInt8]?) {
    guard let value else { return append(-1) }
    append(value.count)
    bytes.append(contentsOf: value)
  }

  mutating func append(_ value: String?) { append(value.map { Array($0.utf8) }) }

  mutating func append(_ row: ContainerRow) {
    append(row.id)
    append(row.screen)
    append(row.kind)
    append(row.selected)
    append(row.history)
    append(row.open.map { $0 ? 1 : 0 } ?? -1)
  }

  mutating func append(_ row: ScreenRow) {
    append(row.id)
    append(row.container)
    append(row.position)
    append(row.presented)
    append(row.route)
    append(row.params)
    append(row.state)
    append(row.opener)
    append(row.intent)
  }
}

/// Reads a stored snapshot.
struct SnapshotDecoder {
  private var rest: ArraySlice<UInt8>

  private init(_ bytes: [UInt8]) throws(PostgresError) {
    guard bytes.first == SnapshotEncoder.version else {
      throw .corrupt("the snapshot of a session has an unknown form")
    }
    rest = bytes.dropFirst()
  }

  /// - Parameter row: The session's row, which has what a snapshot lacks.
  static func decode(_ bytes: [UInt8], _ row: SessionRow) throws(PostgresError) -> Projection {
    var decoder = try SnapshotDecoder(bytes)
    var session = row
    session.revision = try decoder.integer()
    session.createdAt = Int64(try decoder.integer())
    session.updatedAt = Int64(try decoder.integer())
    session.nextID = try decoder.integer()
    session.outputs = try decoder.integer()
    let (shown, tip) = (try decoder.integer(), try decoder.integer())
    _ = try decoder.integer()
    // Pruning moves the oldest revision in the session's row alone, possibly beyond the snapshot.
    session.undoState = UndoState(shown: shown, tip: tip, oldest: min(row.undoState.oldest, session.revision))
    session.historyBytes = Int(StoredNumber.count(Int64(try decoder.integer())))
    session.appVersion = try decoder.integer()
    session.data = try decoder.bytes()
    var containers: [ContainerRow] = []
    for _ in 0..<(try decoder.count()) { containers.append(try decoder.container()) }
    var screens: [ScreenRow] = []
    for _ in 0..<(try decoder.count()) { screens.append(try decoder.screen()) }
    return Projection(
      session: session, containers: containers, screens: screens, removedContainers: [], removedScreens: [])
  }

  private mutating func container() throws(PostgresError) -> ContainerRow {
    let (id, screen, kind) = (try text(), try optionalText(), try text())
    let (selected, history, open) = (try integer(), try bytes(), try integer())
    return ContainerRow(
      id: id, screen: screen, kind: kind, selected: selected, history: history, open: open < 0 ? nil : open == 1)
  }

  private mutating func screen() throws(PostgresError) -> ScreenRow {
    let (id, container, position) = (try text(), try text(), try integer())
    let (presented, route) = (try optionalText(), try text())
    let (params, state) = (try bytes(), try bytes())
    return ScreenRow(
      id: id, container: container, position: position, presented: presented, route: route, params: params,
      state: state,
      opener: try optionalText(), intent: try optionalBytes())
  }

  private mutating func integer() throws(PostgresError) -> Int {
    guard rest.count >= 8 else { throw .corrupt("the snapshot of a session ends too early") }
    defer { rest = rest.dropFirst(8) }
    return Int(rest.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) })
  }

  /// The number of rows. Each takes many bytes.
  private mutating func count() throws(PostgresError) -> Int {
    let count = try integer()
    guard (0...rest.count).contains(count) else { throw .corrupt("the snapshot of a session ends too early") }
    return count
  }

  private mutating func optionalBytes() throws(PostgresError) -> [UInt8]? {
    let length = try integer()
    guard length >= 0 else { return nil }
    // A length from a damaged snapshot must not allocate, or trap.
    guard rest.count >= length else { throw .corrupt("the snapshot of a session ends too early") }
    defer { rest = rest.dropFirst(length) }
    return Array(rest.prefix(length))
  }

  private mutating func bytes() throws(PostgresError) -> [UInt8] { try optionalBytes() ?? [] }
  private mutating func text() throws(PostgresError) -> String { String(decoding: try bytes(), as: UTF8.self) }

  private mutating func optionalText() throws(PostgresError) -> String? {
    try optionalBytes().map { String(decoding: $0, as: UTF8.self) }
  }
}
