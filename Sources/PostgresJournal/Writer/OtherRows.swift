import Sessions

/// The statements of a write that belongs to no session.
struct OtherRows {
  let commands: [PostgresCommand]

  init(_ write: Write, _ store: StoreIdentity) {
    commands =
      switch write {
      case .record(let record): [Self.command(record: record)]
      case .dismiss(let message):
        [PostgresCommand("dismiss", "DELETE FROM messages WHERE id = $1::int8") { $0.append(message) }]
      case .deferCall(let key, let attempts, let failure, let due):
        [Self.command(deferring: key, attempts: attempts, failure: failure, due: due)]
      // The slices carry the name of the server: two servers may import the same session at once.
      case .importSlice(let slice): ImportRows.commands(importing: slice, node: store.node)
      case .dropImport(let session, let revisions, _):
        [ImportRows.command(dropping: session, revisions, node: store.node)]
      case .define(let app): AppRows.commands(defining: app)
      case .withdraw(let app, let versions, let time): AppRows.commands(withdrawing: app, versions, at: time)
      case .reinstate(let app, let version): AppRows.commands(withdrawing: app, [version], at: nil)
      case .rollout(let rollout, let app): AppRows.commands(setting: rollout, of: app)
      case .flows(let write): FlowRows.commands(write)
      case .webhook(let write): WebhookRows.commands(write)
      case .appKey(let write): AppRows.commands(write)
      case .operators(let write): OperatorRows.commands(write)
      case .batch(let write): BatchRows.commands(write)
      // Writes nothing, but needs the right to write and a primary.
      case .probe: [PostgresCommand("probe", "SELECT 1 FROM session_rows LIMIT 1 FOR UPDATE") { _ in }]
      // Refused by `result`.
      case .create, .add, .begin, .delete, .change, .prune, .tokens, .labels, .lease: []
      }
  }

  /// The result of a write, by the numbers of the rows that its statements have changed.
  static func result(of write: Write, _ changed: [Int]) -> UnitResult {
    switch write {
    // Another request with the key has a response, or has taken the version or the name. After a lost connection it may be
    // the write's own, which the statement takes for a change.
    case .record, .define, .appKey(.add), .operators(.add): changed[0] == 0 ? .failed(.overtaken) : .written
    // Behind the edition: another request has withdrawn the version, or put it in the rollout.
    case .withdraw, .rollout(.some, _): changed[1] == 0 ? .failed(.overtaken) : .written
    case .create, .add, .begin, .delete, .change, .prune, .tokens, .labels, .lease:
      .failed(.damaged("a write to a session was submitted without the commit that it rests on"))
    case .dismiss, .deferCall, .importSlice, .dropImport, .reinstate, .rollout(nil, _), .flows,
      .webhook,
      .appKey(.remove),
      .operators(.remove), .batch, .probe:
      .written
    }
  }

  static func command(record: IdempotencyRecord) -> PostgresCommand {
    PostgresCommand(
      "insertRecord",
      """
      INSERT INTO answers (scope, key, fingerprint, status, revision, body, at)
      VALUES ($1::uuid, $2::bytea, $3::bytea, $4::int4, $5::int8, $6::bytea, $7::int8)
      ON CONFLICT (scope, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = excluded.status, revision = excluded.revision, body = excluded.body,
        at = excluded.at
      WHERE answers.at <= excluded.at - 86400000
        OR answers.fingerprint = excluded.fingerprint AND answers.at = excluded.at AND answers.body = excluded.body
      """
    ) { $0.append(record) }
  }

  private static func command(deferring key: String, attempts: Int, failure: String, due: Int64) -> PostgresCommand {
    PostgresCommand(
      "deferCall", "UPDATE calls SET attempts = $2::int8, failure = $3::text, due = $4::int8 WHERE key = $1::text"
    ) { parameters in
      parameters.append(key)
      parameters.append(Int64(attempts))
      parameters.append(failure)
      parameters.append(due)
    }
  }
}
