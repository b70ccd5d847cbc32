import Dispatch
import ExampleApps
import Glibc
import JSON
import TestSupport
import Navigation
import SQLiteJournal
import Sessions
import Synchronization

/// A folder for databases, in memory if /dev/shm is writable.
enum Folder {
  static let path: String = {
    var template = Array("\(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")/navstate-fuzz-XXXXXX".utf8CString)
    guard let name = mkdtemp(&template) else { fatalError("no temporary folder: \(String(cString: strerror(errno)))") }
    let path = String(cString: name)
    let data = path + "/data"
    guard mkdir(data, 0o700) == 0, atexit({ Folder.remove() }) == 0 else { fatalError("no data folder in \(path)") }
    return data
  }()

  static var database: String { path + "/navstate.db" }

  static func clear() {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(database + suffix) }
  }

  private static func remove() {
    clear()
    unlink(path + "/navstate.lock")
    rmdir(path + "/backups")
    rmdir(path)
    rmdir(path.dropLast("/data".count).description)
  }

  static func read(_ file: String) -> [UInt8] {
    guard let stream = fopen(file, "rb") else { fatalError("\(file) cannot be opened") }
    defer { fclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 22)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, stream)])
  }

  static func write(_ bytes: [UInt8], to file: String) {
    guard let stream = fopen(file, "wb") else { fatalError("\(file) cannot be opened") }
    defer { fclose(stream) }
    require(fwrite(bytes, 1, bytes.count, stream) == bytes.count, "\(file) cannot be written")
  }
}

/// Sessions on a journal in the folder, with the requests of clients.
final class TargetEnvironment {
  static let now: Int64 = 1_767_323_045_678
  let journal: SQLiteJournal
  let registry: SessionRegistry
  static let apps = BuiltInApps.apps + [TimerTestApp.app, MessageTestApp.app]
  let catalogue = AppCatalogue(compiled: TargetEnvironment.apps, features: BuiltInApps.features)

  init() throws {
    journal = try SQLiteJournal(directory: Folder.path) { TargetEnvironment.now }
    let environment = SessionEnvironment(journal: journal, now: { TargetEnvironment.now }, limits: SessionLimits())
    registry = SessionRegistry(environment: environment, catalogue: catalogue)
  }

  func close() {
    _ = journal.close()
  }

  /// Asks a question and waits for its answer.
  static func answer<Value: Sendable>(_ ask: @escaping @Sendable () async -> Value) -> Value {
    let answer = Answer<Value>()
    Task.inline {
      let value = await ask()
      answer.value.withLock { $0 = value }
      answer.isThere.signal()
    }
    // A question without an answer would keep a client waiting, too.
    guard answer.isThere.wait(timeout: .now() + 20) == .success, let value = answer.value.withLock({ $0 }) else {
      fatalError("no answer within 20 seconds")
    }
    return value
  }

  private final class Answer<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let isThere = DispatchSemaphore(value: 0)
  }

  func create(_ app: String) -> SessionID {
    guard let app = catalogue.app(app) else { fatalError("there is no app \(app)") }
    let request = CreationRequest(app: app, tokenHash: [UInt8](repeating: 7, count: 32), key: nil) { body in
      StoredResponse(status: 201, body: body)
    }
    guard case .created(let id, _, _) = Self.answer({ [registry] in await registry.create(request) }) else {
      fatalError("the session cannot be created")
    }
    return id
  }

  @discardableResult
  func perform(_ action: JSONValue, on id: SessionID) -> Outcome {
    guard let read = try? Action(json: action) else { fatalError("\(action.text) is not an action") }
    return perform(
      ActionRequest(
        actions: [read], isBatch: false, sent: action.bytes, precondition: nil, key: nil, wantsSession: true,
        origin: ChangeOrigin(actor: "fuzz")), on: id)
  }

  @discardableResult
  func travel(_ historyMove: HistoryMove, on id: SessionID) -> Outcome {
    perform(
      ActionRequest(
        actions: [], historyMove: historyMove, isBatch: false, sent: Array(#"{"type":"undo"}"#.utf8), precondition: nil,
        key: nil,
        wantsSession: true), on: id)
  }

  private func perform(_ request: ActionRequest, on id: SessionID) -> Outcome {
    Self.answer { [registry] in await awaiting { registry.perform(request, on: id, answer: $0) } }
  }

  func read(_ id: SessionID, _ reading: SessionStore.Reading = .session) -> Outcome {
    Self.answer { [registry] in await awaiting { registry.read(reading, of: id, answer: $0) } }
  }

  func export(_ id: SessionID) -> [UInt8]? {
    Self.answer { [registry] in try? await registry.export(id).bytes }
  }

  /// Makes all reads of a session, and changes it.
  func visit(_ id: SessionID) {
    _ = (read(id), read(id, .stack), export(id))
    _ = Self.answer { [registry] in await awaiting { registry.readTimers(of: id, answer: $0) } }
    let history = HistoryPageQuery(session: id, after: 0, limit: 100)
    let _: ItemPage<HistoryItem>? = Self.answer { [journal] in try? await journal.history(history) }
    let outputs = OutputQuery(session: id, after: 0, limit: 100)
    let _: ItemPage<OutputItem>? = Self.answer { [journal] in try? await journal.outputs(outputs) }
    let _: Outcome = Self.answer { [registry] in await registry.read(2, of: id) }
    travel(.undo(steps: 1), on: id)
    travel(.redo(steps: 1), on: id)
    travel(.jump(revision: 1), on: id)
    for action in [["type": "increment"], ["type": "goBack"], ["type": "push", "route": "kettle"]] as [JSONValue] {
      perform(action, on: id)
    }
    _ = read(id)
  }
}
