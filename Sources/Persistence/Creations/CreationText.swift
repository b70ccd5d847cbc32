import Digest
import SQLite
import Sessions

/// The rows of a new session as one text: fields in a fixed order, each a netstring.
///
/// The fields of the session come first, then the number of containers and their fields, then the screens in the same
/// way. A field is copied as it is, so that the tables get the same texts as if they had been written at once.
enum CreationText {
  static func encode(_ projection: Projection) -> [UInt8] {
    let session = projection.session
    var text = NetstringWriter(capacity: 384 + session.data.count + 96 * projection.screens.count)
    for number in [
      session.appVersion, session.revision, Int(session.createdAt), Int(session.updatedAt), session.nextID,
      session.outputs, session.undoState.shown, session.undoState.tip, session.undoState.oldest, session.historyBytes,
    ] { text.append(number) }
    text.append(session.data)
    text.append(session.tokenHash.hexadecimal)
    text.append(session.metadata.expires.map { Int($0) })
    text.append(session.metadata.initialData)
    text.append(session.focus?.current)
    text.append(session.focus?.path.count ?? 0)
    for route in session.focus?.path ?? [] { text.append(route) }
    text.append(projection.containers.count)
    for container in projection.containers { encode(container, to: &text) }
    text.append(projection.screens.count)
    for screen in projection.screens { encode(screen, to: &text) }
    return text.bytes
  }

  private static func encode(_ container: ContainerRow, to text: inout NetstringWriter) {
    text.append(container.id)
    text.append(container.screen)
    text.append(container.kind)
    text.append(container.selected)
    text.append(container.history)
    text.append(container.open.map { $0 ? 1 : 0 })
  }

  private static func encode(_ screen: ScreenRow, to text: inout NetstringWriter) {
    text.append(screen.id)
    text.append(screen.container)
    text.append(screen.position)
    text.append(screen.presented)
    text.append(screen.route)
    text.append(screen.params)
    text.append(screen.state)
    text.append(screen.opener)
    text.append(screen.intent)
  }

  /// Reads the rows of a session.
  ///
  /// - Throws: `SQLiteError.corrupt` for a text that `encode` did not write.
  static func decode(_ text: [UInt8], of creation: PendingCreations.Creation) throws(SQLiteError) -> Projection {
    do throws(NetstringError) {
      return try text.withUnsafeBufferPointer { (text) throws(NetstringError) in
        var fields = NetstringReader(UnsafeRawBufferPointer(text))
        return try projection(creation, &fields)
      }
    } catch {
      throw .damaged(creation)
    }
  }

  private static func projection(
    _ creation: PendingCreations.Creation, _ fields: inout NetstringReader
  ) throws(NetstringError) -> Projection {
    var projection = Projection(
      session: try session(creation, &fields), containers: [], screens: [], removedContainers: [], removedScreens: [])
    for _ in 0..<(try fields.count()) { projection.containers.append(try container(&fields)) }
    for _ in 0..<(try fields.count()) { projection.screens.append(try screen(&fields)) }
    guard fields.isAtEnd else { throw NetstringError() }
    return projection
  }

  private static func session(
    _ creation: PendingCreations.Creation, _ fields: inout NetstringReader
  ) throws(NetstringError) -> SessionRow {
    var row = SessionRow(
      id: creation.session, app: creation.app, appVersion: try fields.integer(), revision: try fields.integer(),
      createdAt: Int64(try fields.integer()), updatedAt: Int64(try fields.integer()), nextID: try fields.integer(),
      outputs: try fields.integer(), data: [], tokenHash: [], metadata: SessionMetadata(key: creation.key))
    row.undoState = UndoState(shown: try fields.integer(), tip: try fields.integer(), oldest: try fields.integer())
    row.historyBytes = try fields.integer()
    row.data = try fields.bytes()
    // A corrupted hash matches no token: only the admin token opens the session.
    row.tokenHash = [UInt8](hexadecimal: try fields.text()) ?? []
    row.metadata.expires = try fields.optionalInteger().map { Int64($0) }
    row.metadata.initialData = try fields.optionalBytes()
    let current = try fields.optionalText()
    var path: [String] = []
    for _ in 0..<(try fields.count()) { path.append(try fields.text()) }
    row.focus = current.map { SessionFocus(current: $0, path: path) }
    return row
  }

  private static func container(_ fields: inout NetstringReader) throws(NetstringError) -> ContainerRow {
    ContainerRow(
      id: try fields.text(), screen: try fields.optionalText(), kind: try fields.text(),
      selected: try fields.integer(), history: try fields.bytes(), open: try fields.optionalInteger().map { $0 != 0 })
  }

  private static func screen(_ fields: inout NetstringReader) throws(NetstringError) -> ScreenRow {
    ScreenRow(
      id: try fields.text(), container: try fields.text(), position: try fields.integer(),
      presented: try fields.optionalText(), route: try fields.text(), params: try fields.bytes(),
      state: try fields.bytes(), opener: try fields.optionalText(), intent: try fields.optionalBytes())
  }
}
