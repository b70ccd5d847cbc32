import Digest
import SQLite
import Sessions

/// The row of a new session as one text: fields in a fixed order, each a netstring.
///
/// A field is copied as it is, so that the table gets the same texts as if they had been written at once. The last two are
/// the path to the current screen and the root container, as JSON; texts of former versions have lists in their place:
/// the number of routes on the path and the routes, and the same for the containers and for the screens.
enum CreationText {
  /// - Parameter navigation: The root container as JSON.
  static func encode(_ session: SessionRow, _ navigation: ArraySlice<UInt8>) -> [UInt8] {
    var text = NetstringWriter(capacity: 384 + session.data.count + navigation.count)
    for number in [
      session.appVersion, session.revision, Int(session.createdAt), Int(session.updatedAt), session.nextID,
      session.outputs, session.undoState.shown, session.undoState.tip, session.undoState.oldest, session.historyBytes,
    ] { text.append(number) }
    text.append(session.data)
    text.append(session.tokenHash.hexadecimal)
    text.append(session.metadata.expires.map { Int($0) })
    text.append(session.metadata.initialData)
    text.append(session.focus?.current)
    text.append(session.focus?.pathText)
    text.append(navigation)
    return text.bytes
  }

  /// Reads the rows of a session.
  ///
  /// - Throws: `SQLiteError.corrupt` for a text that no version of `encode` wrote.
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
    var row = try session(creation, &fields)
    let current = try fields.optionalText()
    guard let path = try fields.path() else { return try rows(of: row, current, &fields) }
    row.focus = current.flatMap { SessionFocus(current: $0, pathText: path) }
    let navigation = try fields.bytes()
    guard fields.isAtEnd else { throw NetstringError() }
    do throws(CorruptSession) {
      return try Projection(session: row, navigation: navigation)
    } catch {
      throw NetstringError()
    }
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
    return row
  }

  // MARK: Texts of former versions

  private static func rows(
    of session: SessionRow, _ current: String?, _ fields: inout NetstringReader
  ) throws(NetstringError) -> Projection {
    var path: [String] = []
    for _ in 0..<(try fields.count()) { path.append(try fields.text()) }
    var projection = Projection(
      session: session, containers: [], screens: [], removedContainers: [], removedScreens: [])
    projection.session.focus = current.map { SessionFocus(current: $0, path: path) }
    for _ in 0..<(try fields.count()) { projection.containers.append(try container(&fields)) }
    for _ in 0..<(try fields.count()) { projection.screens.append(try screen(&fields)) }
    guard fields.isAtEnd else { throw NetstringError() }
    return projection
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

extension NetstringReader {
  /// The path to the current screen, as JSON; nil where a list of routes follows, as in the texts of former versions.
  mutating func path() throws(NetstringError) -> [UInt8]? {
    var next = self
    guard let field = try next.optionalField() else {
      self = next
      return []
    }
    guard field.first == UInt8(ascii: "[") else { return nil }
    self = next
    return [UInt8](field)
  }
}
