import CShims

extension PostgresConnection {
  /// Runs a function in a transaction, which ends with ``commit(_:)``. Without it, or after an error, the transaction is
  /// rolled back.
  ///
  /// - Parameters:
  ///   - commands: The first commands of the transaction.
  ///   - body: Gets the results of the commands.
  package func withTransaction<Value>(
    _ commands: [PostgresCommand], _ body: ([PostgresResult]) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    try withTransaction(commands, commits: false, body)
  }

  /// - Parameter commits: Whether the transaction is committed after the commands, in their pipeline.
  func withTransaction<Value>(
    _ commands: [PostgresCommand], commits: Bool, _ body: ([PostgresResult]) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    let opening = isPooled ? [PostgresCommand(begin), apply(isLocal: true)] : [PostgresCommand(begin)]
    isInTransaction = true
    defer { isInTransaction = false }
    do throws(PostgresError) {
      let results =
        commits ? try commit(opening + commands) : try runPipeline(opening + commands)
      let value = try body(Array(results.dropFirst(opening.count)))
      if isInTransaction { _ = try runPipeline([PostgresCommand(Self.rollback)]) }
      return value
    } catch {
      // The server skips COMMIT with the rest of a failed pipeline, so the transaction is still open.
      if isInTransaction, !error.endsConnection { _ = try runPipeline([PostgresCommand(Self.rollback)]) }
      throw error
    }
  }

  /// Runs the last commands of the open transaction, and commits it.
  package func commit(_ commands: [PostgresCommand]) throws(PostgresError) -> [PostgresResult] {
    precondition(isInTransaction, "there is no transaction to commit")
    let results = try runPipeline(commands + [PostgresCommand(Self.commit)])
    isInTransaction = false
    return results.dropLast()
  }

  /// Finds out whether there is a pooler, and applies the settings if there is none.
  func establish() throws(PostgresError) {
    do throws(PostgresError) {
      let process = try runPipeline([PostgresCommand(Self.process)])[0].first?.integer(0)
      // A pooler tells each client a number of its own, by which it recognises a request to cancel (decision 0088).
      isPooled = process != Int64(library.functions.pointee.backendPID(handle))
      if !isPooled, !settings.isEmpty { _ = try runPipeline([apply(isLocal: false)]) }
    } catch {
      // Nothing was written: not `lost`.
      guard error.endsConnection else { throw error }
      if case .rejected = error { throw error }
      throw .unreachable(error.description)
    }
  }

  /// `BEGIN`. The settings of a transaction's isolation have no effect once it has begun.
  private var begin: PostgresStatement {
    guard isPooled else { return Self.begin }
    let values = Dictionary(settings) { _, last in last }
    let modes = [
      values["default_transaction_isolation"].map { "ISOLATION LEVEL \($0)" },
      values["default_transaction_read_only"].map { $0 == "on" ? "READ ONLY" : "READ WRITE" },
    ]
    return PostgresStatement("begin", "BEGIN \(modes.compactMap { $0 }.joined(separator: ", "))")
  }

  /// - Parameter isLocal: Whether the settings apply to the transaction only.
  private func apply(isLocal: Bool) -> PostgresCommand {
    var parameters = PostgresParameters()
    parameters.append(texts: settings.map(\.0))
    parameters.append(texts: settings.map(\.1))
    parameters.append(isLocal)
    return PostgresCommand(Self.apply, parameters)
  }

  private static let process = PostgresStatement("process", "SELECT pg_backend_pid()")
  private static let apply = PostgresStatement(
    "apply",
    """
    SELECT set_config(name, value, $3::bool) FROM unnest($1::text[], $2::text[]) AS s (name, value)
    """)
  private static let begin = PostgresStatement("begin", "BEGIN")
  private static let commit = PostgresStatement("commitTransaction", "COMMIT")
  private static let rollback = PostgresStatement("rollback", "ROLLBACK")
}
