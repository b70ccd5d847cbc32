import CShims
import Glibc

/// A connection to a server, used by one thread at a time.
///
/// Commands are sent in pipelines: all of them at once, then one wait for all results. A pipeline is one transaction,
/// unless it is part of one that ``withTransaction(_:_:)`` has begun
/// (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html).
///
/// Through a pooler, each transaction may be carried out by another process of the server. Then statements have no
/// names, and each transaction begins with the settings.
package final class PostgresConnection {
  let library: PostgresLibrary
  let handle: OpaquePointer
  /// The values of configuration parameters in all transactions.
  let settings: [(String, String)]
  /// The names of the statements that the connection has prepared.
  var prepared: Set<String> = []
  /// Whether a transaction is open that further pipelines belong to.
  var isInTransaction = false
  private var isPipelined = false
  private let notices = NoticeList()

  /// The longest wait for the server's next bytes in milliseconds. A connection that is silent for longer counts as
  /// lost.
  private static let longestSilence: Int32 = 30_000
  /// The time until which the server's answers are waited for.
  package var deadline: Deadline?
  // True until `establish` has asked, whose own question must leave no named statement behind.
  /// Whether a pooler is between this program and the server: the process of the server has another number than the one
  /// that the connection was told.
  package internal(set) var isPooled = true

  /// Connects, which blocks.
  ///
  /// - Parameters:
  ///   - name: The `application_name`, which the server shows to its operators.
  ///   - settings: The values of configuration parameters, such as `lock_timeout`, in all transactions but those of
  ///     scripts.
  ///   - deadline: The time until which the connection, and then each answer of the server, is waited for.
  package init(
    _ target: PostgresTarget, name: String, settings: [(String, String)] = [], until deadline: Deadline? = nil,
    _ library: PostgresLibrary
  ) throws(PostgresError) {
    handle = try Self.open(target, name, until: deadline, library)
    self.library = library
    self.settings = settings
    self.deadline = deadline
    notices.attach(to: self)
    try establish()
  }

  deinit { library.functions.pointee.finish(handle) }

  /// The server's version, such as 150018.
  package var serverVersion: Int { Int(library.functions.pointee.serverVersion(handle)) }

  /// The descriptor of the connection, to wait for notifications.
  package var descriptor: Int32 { library.functions.pointee.socket(handle) }

  /// The notices since the last call.
  package func takeNotices() -> [PostgresNotice] { notices.take() }

  /// Runs several statements that take no parameters, in one transaction.
  package func run(script: String) throws(PostgresError) {
    // libpq refuses `PQexec` in pipeline mode.
    try endPipelining()
    guard let result = library.functions.pointee.exec(handle, script) else { throw lost() }
    defer { library.functions.pointee.clear(result) }
    if let error = error(of: result, in: "") { throw error }
  }

  /// The longest wait for the next bytes in milliseconds.
  var longestWait: Int32 { deadline?.remaining(atMost: Self.longestSilence) ?? Self.longestSilence }

  /// Sends commands in one pipeline, and returns their results in order.
  ///
  /// After an error all of them are rolled back. The connection can be used again unless the error says otherwise.
  package func run(_ commands: [PostgresCommand]) throws(PostgresError) -> [PostgresResult] {
    guard isPooled, !isInTransaction else { return try runPipeline(commands) }
    return try withTransaction(commands, commits: true) { results in results }
  }

  /// Sends commands in one pipeline, within the open transaction, or as a transaction of their own.
  func runPipeline(_ commands: [PostgresCommand]) throws(PostgresError) -> [PostgresResult] {
    try beginPipelining()
    var queue: [PipelineReader.PendingResult] = []
    var preparing: Set<String> = []
    for command in commands { try send(command, &queue, &preparing) }
    guard library.functions.pointee.pipelineSync(handle) == 1 else { throw lost() }
    var reader = PipelineReader(self, queue)
    return try reader.read()
  }

  /// Sends one command, and returns its result.
  @discardableResult
  package func run(
    _ statement: PostgresStatement, _ parameters: PostgresParameters = PostgresParameters()
  ) throws(PostgresError) -> PostgresResult {
    try run([PostgresCommand(statement, parameters)])[0]
  }

  /// Reads the notifications that have arrived. Does not block.
  package func readNotifications() throws(PostgresError) -> [PostgresNotification] {
    guard library.functions.pointee.consumeInput(handle) == 1 else { throw lost() }
    var notifications: [PostgresNotification] = []
    while let next = library.functions.pointee.notifies(handle) {
      notifications.append(
        PostgresNotification(
          channel: String(cString: next.pointee.channel), payload: String(cString: next.pointee.payload)))
      library.functions.pointee.freemem(next)
    }
    return notifications
  }

  private func beginPipelining() throws(PostgresError) {
    guard !isPipelined else { return }
    let functions = library.functions.pointee
    // A blocking send could wait forever for a server that waits for its results to be read.
    guard functions.setnonblocking(handle, 1) == 0, functions.enterPipelineMode(handle) == 1 else { throw lost() }
    isPipelined = true
  }

  private func endPipelining() throws(PostgresError) {
    guard isPipelined else { return }
    let functions = library.functions.pointee
    guard functions.exitPipelineMode(handle) == 1, functions.setnonblocking(handle, 0) == 0 else { throw lost() }
    isPipelined = false
  }

  private func send(
    _ command: PostgresCommand, _ queue: inout [PipelineReader.PendingResult], _ preparing: inout Set<String>
  ) throws(PostgresError) {
    let statement = command.statement
    // `prepared` has a name after the answer only; a second preparation in the same pipeline would fail.
    if !isPooled, !prepared.contains(statement.name), preparing.insert(statement.name).inserted {
      guard library.functions.pointee.sendPrepare(handle, statement.name, statement.sql, 0, nil) == 1 else {
        throw lost()
      }
      queue.append(.preparation(statement.name))
    }
    guard send(statement, command.parameters) == 1 else { throw lost() }
    queue.append(.command(statement.name))
  }

  private func send(_ statement: PostgresStatement, _ parameters: PostgresParameters) -> Int32 {
    parameters.withPointers { values, lengths, formats in
      let (functions, count) = (library.functions.pointee, Int32(parameters.count))
      return isPooled
        ? functions.sendQueryParams(handle, statement.sql, count, nil, values, lengths, formats, 1)
        : functions.sendQueryPrepared(handle, statement.name, count, values, lengths, formats, 1)
    }
  }

  /// The error for a connection that cannot be used any more.
  func lost() -> PostgresError {
    let text = library.message(of: handle)
    return .lost(text.isEmpty ? "the connection to the server was lost" : text)
  }

  /// The error of a result; nil: it succeeded.
  func error(of result: OpaquePointer, in statement: String) -> PostgresError? {
    let status = library.functions.pointee.resultStatus(result)
    guard status == Int32(CPGRES_FATAL_ERROR) || status == Int32(CPGRES_NONFATAL_ERROR) else { return nil }
    // libpq makes results of its own for a lost connection, without a SQLSTATE.
    guard let sqlState = field(CPG_DIAG_SQLSTATE, of: result) else { return lost() }
    return .server(
      PostgresError.ServerError(
        sqlState: sqlState, message: field(CPG_DIAG_MESSAGE_PRIMARY, of: result) ?? "",
        detail: field(CPG_DIAG_MESSAGE_DETAIL, of: result), constraint: field(CPG_DIAG_CONSTRAINT_NAME, of: result),
        statement: statement))
  }

  fileprivate func field(_ code: Int, of result: OpaquePointer) -> String? {
    library.functions.pointee.resultErrorField(result, Int32(code)).map { String(cString: $0) }
  }
}

/// Collects the notices of a connection, whose thread calls the receiver while it reads.
private final class NoticeList {
  private weak var connection: PostgresConnection?
  private var notices: [PostgresNotice] = []

  func attach(to connection: PostgresConnection) {
    self.connection = connection
    // The connection holds the list until it has ended, so the pointer stays valid.
    _ = connection.library.functions.pointee.setNoticeReceiver(
      connection.handle,
      { context, notice in
        guard let context, let notice else { return }
        Unmanaged<NoticeList>.fromOpaque(context).takeUnretainedValue().add(notice)
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  func take() -> [PostgresNotice] {
    defer { notices = [] }
    return notices
  }

  private func add(_ notice: OpaquePointer) {
    // A server can send any number of notices; their memory is bounded.
    guard let connection, notices.count < 100 else { return }
    notices.append(
      PostgresNotice(
        severity: connection.field(CPG_DIAG_SEVERITY, of: notice) ?? "",
        sqlState: connection.field(CPG_DIAG_SQLSTATE, of: notice) ?? "",
        message: connection.field(CPG_DIAG_MESSAGE_PRIMARY, of: notice) ?? ""))
  }
}

extension PostgresParameters {
  /// Passes the parameters in the form that libpq takes: pointers to the values, their lengths, and the format 1 for
  /// each.
  fileprivate func withPointers<Value>(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Value
  ) -> Value {
    bytes.withUnsafeBufferPointer { buffer in
      // A pointer that is not NULL for empty values, which NULL would turn into SQL's NULL.
      let start = buffer.baseAddress.map { UnsafeRawPointer($0) } ?? Self.emptyValue
      var offset = 0
      let values = lengths.map { length -> UnsafePointer<CChar>? in
        guard length >= 0 else { return nil }
        defer { offset += Int(length) }
        return (start + offset).assumingMemoryBound(to: CChar.self)
      }
      return body(values, lengths, [Int32](repeating: 1, count: lengths.count))
    }
  }

  // Never freed and never written: any address that is not NULL.
  private nonisolated(unsafe) static let emptyValue = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1))
}

/// Passes texts as C strings that end with NULL.
func withStrings<Value>(_ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value) -> Value {
  let copies = texts.map { strdup($0) }
  defer { for copy in copies { free(copy) } }
  let pointers = copies.map { UnsafePointer($0) } + [nil]
  return pointers.withUnsafeBufferPointer { buffer in
    // There is at least the NULL at the end.
    body(buffer.baseAddress.unsafelyUnwrapped)
  }
}
