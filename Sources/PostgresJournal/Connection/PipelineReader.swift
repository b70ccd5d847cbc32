import CShims
import Glibc

/// Reads the results of a pipeline that was sent.
struct PipelineReader {
  private let connection: PostgresConnection
  private let parts: [PendingResult]
  private var results: [PostgresResult] = []
  private var failure: PostgresError?

  /// A part of a pipeline that has a result.
  enum PendingResult {
    /// The preparation of a statement.
    case preparation(String)
    case command(String)
  }

  init(_ connection: PostgresConnection, _ parts: [PendingResult]) {
    self.connection = connection
    self.parts = parts
  }

  /// Waits for all results. The transaction has ended when this returns or throws an error of the server.
  mutating func read() throws(PostgresError) -> [PostgresResult] {
    for part in parts { try read(part) }
    // An error of the commit comes before the end of the pipeline.
    while let result = try nextResult() {
      let status = functions.resultStatus(result)
      recordError(result, in: "commit")
      functions.clear(result)
      if status == Int32(CPGRES_PIPELINE_SYNC) { break }
    }
    if let failure { throw failure }
    return results
  }

  private var functions: cpostgres { connection.library.functions.pointee }

  private mutating func read(_ part: PendingResult) throws(PostgresError) {
    var isFirst = true
    while let result = try nextResult() {
      let status = functions.resultStatus(result)
      let hasSucceeded = status == Int32(CPGRES_COMMAND_OK) || status == Int32(CPGRES_TUPLES_OK)
      switch part {
      case .preparation(let name):
        // It stays prepared when the transaction is rolled back: preparations do not belong to transactions.
        if hasSucceeded { connection.prepared.insert(name) }
        recordError(result, in: name)
        functions.clear(result)
      case .command(let name):
        recordError(result, in: name)
        if isFirst { results.append(PostgresResult(result, connection.library)) } else { functions.clear(result) }
      }
      isFirst = false
    }
  }

  /// Keeps the first error of the pipeline; the following parts were not carried out because of it.
  private mutating func recordError(_ result: OpaquePointer, in statement: String) {
    if failure == nil { failure = connection.error(of: result, in: statement) }
  }

  /// Waits for the next result; nil: the part has no more.
  private func nextResult() throws(PostgresError) -> OpaquePointer? {
    while true {
      // While there is something to send, too: the server stops reading when nobody reads its results.
      let flushed = functions.flush(connection.handle)
      guard flushed >= 0 else { throw connection.lost() }
      if functions.isBusy(connection.handle) == 0 { break }
      try wait(toWrite: flushed == 1)
      guard functions.consumeInput(connection.handle) == 1 else { throw connection.lost() }
    }
    let result = functions.getResult(connection.handle)
    guard functions.status(connection.handle) == Int32(CPOSTGRES_CONNECTION_OK) else {
      if let result { functions.clear(result) }
      throw connection.lost()
    }
    return result
  }

  private func wait(toWrite: Bool) throws(PostgresError) {
    var entry = pollfd(
      fd: connection.descriptor, events: Int16(POLLIN) | (toWrite ? Int16(POLLOUT) : 0), revents: 0)
    let limit = connection.longestWait
    guard limit > 0 else { throw .lost("the server has not answered in time") }
    let count = poll(&entry, 1, limit)
    guard count != 0 else { throw .lost("the server has sent nothing for \(limit) ms") }
    guard count > 0 || errno == EINTR else { throw .lost("poll failed: \(String(cString: strerror(errno)))") }
  }
}
