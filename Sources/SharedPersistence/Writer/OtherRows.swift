import Postgres
import Sessions

/// The statements of a write that belongs to no session.
struct OtherRows {
  let commands: [PostgresCommand]

  init(_ write: Write, _ store: StoreIdentity) {
    commands =
      switch write {
      case .keep(let answer): [Self.command(keeping: answer)]
      case .dismiss(let message):
        [Self.command("dismiss", "DELETE FROM messages WHERE id = $1::int8") { $0.append(message) }]
      case .deferCall(let key, let attempts, let due): [Self.command(deferring: key, attempts: attempts, due: due)]
      case .importSlice(let slice): Self.commands(importing: slice, node: store.node)
      case .dropImport(let session, let revisions, _):
        [Self.command(dropping: session, revisions, node: store.node)]
      case .define(let app): Self.commands(defining: app)
      case .withdraw(let app, let versions, let time): Self.commands(withdrawing: app, versions, at: time)
      case .reinstate(let app, let version): Self.commands(withdrawing: app, [version], at: nil)
      case .webhook(let write): WebhookRows.commands(write)
      case .appKey(let write): Self.commands(write)
      case .batch(let write): BatchRows.commands(write)
      // Writes nothing, but needs the right to write and a primary.
      case .probe: [Self.command("probe", "SELECT 1 FROM sessions LIMIT 1 FOR UPDATE") { _ in }]
      // Refused by `result`.
      case .create, .add, .begin, .delete, .change, .prune, .token, .tokens, .labels, .lease: []
      }
  }

  /// The result of a write, by the numbers of the rows that its statements have changed.
  static func result(of write: Write, _ changed: [Int]) -> UnitResult {
    switch write {
    // Another request with the key has a response. After a lost connection it may be the write's own, which the statement
    // takes for a change.
    case .keep: changed[0] == 0 ? .failed(.overtaken) : .written
    case .appKey(.add(let key)):
      changed[0] == 0 ? .failed(.damaged("the app has another key with the name \(key.name)")) : .written
    case .create, .add, .begin, .delete, .change, .prune, .token, .tokens, .labels, .lease:
      .failed(.damaged("a write to a session was submitted without the commit that it rests on"))
    case .dismiss, .deferCall, .importSlice, .dropImport, .define, .withdraw, .reinstate, .webhook, .appKey(.remove),
      .batch, .probe:
      .written
    }
  }

  static func command(
    _ name: String, _ sql: String, _ append: (inout PostgresParameters) -> Void
  ) -> PostgresCommand {
    var parameters = PostgresParameters()
    append(&parameters)
    return PostgresCommand(PostgresStatement(name, sql), parameters)
  }

  /// Increments the number of a catalogue's content.
  static func edition(of catalogue: String) -> PostgresCommand {
    command("edition", "UPDATE editions SET edition = edition + 1 WHERE name = $1::text") { $0.append(catalogue) }
  }

  static func command(keeping answer: IdempotencyRecord) -> PostgresCommand {
    command(
      "keep",
      """
      INSERT INTO answers (scope, key, fingerprint, status, revision, body, at)
      VALUES ($1::uuid, $2::bytea, $3::bytea, $4::int4, $5::int8, $6::bytea, $7::int8)
      ON CONFLICT (scope, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = excluded.status, revision = excluded.revision, body = excluded.body,
        at = excluded.at
      WHERE answers.at <= excluded.at - 86400000
        OR answers.fingerprint = excluded.fingerprint AND answers.at = excluded.at AND answers.body = excluded.body
      """
    ) { append(answer, to: &$0) }
  }

  static func append(_ answer: IdempotencyRecord, to parameters: inout PostgresParameters) {
    parameters.append(answer.session ?? SessionID(high: 0, low: 0))
    parameters.append(Array(answer.key.utf8))
    parameters.append(answer.fingerprint)
    parameters.append(Int32(answer.status))
    parameters.append(Int64(answer.revision))
    parameters.append(answer.body)
    parameters.append(answer.at)
  }

  private static func command(deferring key: String, attempts: Int, due: Int64) -> PostgresCommand {
    command("deferCall", "UPDATE calls SET attempts = $2::int8, due = $3::int8 WHERE key = $1::text") { parameters in
      parameters.append(key)
      parameters.append(Int64(attempts))
      parameters.append(due)
    }
  }

  private static func commands(importing slice: ImportSlice, node: String) -> [PostgresCommand] {
    let changes = slice.changes
    func texts(_ range: (Change) -> Range<Int>?) -> [[UInt8]?] {
      changes.map { change in range(change).map { Array(change.text[$0]) } }
    }
    let insertion = command(
      "importSlice",
      """
      INSERT INTO imported_changes (node, session, revision, at, actor, action, edits, outputs, refused, state_of)
      SELECT $1::text, $2::uuid, c.revision, c.at, c.actor, c.action, c.edits, c.outputs, c.refused, c.state_of
      FROM unnest($3::int8[], $4::int8[], $5::bytea[], $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[], $10::int8[])
        AS c (revision, at, actor, action, edits, outputs, refused, state_of)
      ON CONFLICT DO NOTHING
      """
    ) { parameters in
      parameters.append(node)
      parameters.append(slice.session)
      parameters.append(int8s: changes.map { Int64($0.revision) })
      parameters.append(int8s: changes.map(\.at))
      parameters.append(byteas: changes.map { change in change.actor.map { Array($0.utf8) } })
      parameters.append(byteas: texts { $0.action })
      parameters.append(byteas: texts { $0.edits })
      parameters.append(byteas: texts { $0.outputs })
      parameters.append(byteas: texts { $0.refused })
      parameters.append(int8s: changes.map { change in change.stateOf.map { Int64($0) } })
    }
    return (slice.isFirst ? [command(dropping: slice.session, 0..<Int.max, node: node)] : []) + [insertion]
  }

  private static func command(dropping session: SessionID, _ revisions: Range<Int>, node: String) -> PostgresCommand {
    command(
      "dropImport",
      """
      DELETE FROM imported_changes
      WHERE node = $1::text AND session = $2::uuid AND revision >= $3::int8 AND revision < $4::int8
      """
    ) { parameters in
      parameters.append(node)
      parameters.append(session)
      parameters.append(Int64(revisions.lowerBound))
      parameters.append(Int64(revisions.upperBound))
    }
  }

  private static func commands(defining app: StoredApp) -> [PostgresCommand] {
    let definition = command(
      "replaceApp",
      """
      INSERT INTO apps (name, version, definition, created_at) VALUES ($1::text, $2::int8, $3::bytea, $4::int8)
      ON CONFLICT (name, version) DO UPDATE
      SET definition = excluded.definition, created_at = excluded.created_at, withdrawn_at = NULL
      """
    ) { append(app, to: &$0) }
    return [definition, edition(of: "apps")]
  }

  /// Adds the app of an imported session, in the transaction that adds the session. An existing version is an error.
  static func commands(adding app: StoredApp, with session: SessionID) -> [PostgresCommand] {
    let insertion = command(
      "insertApp",
      """
      INSERT INTO apps (name, version, definition, created_at)
      SELECT $1::text, $2::int8, $3::bytea, $4::int8
      FROM sessions s
      WHERE s.id = $5::uuid AND s.xmin = pg_current_xact_id()::xid
      """
    ) { parameters in
      append(app, to: &parameters)
      parameters.append(session)
    }
    return [insertion, edition(of: "apps")]
  }

  private static func append(_ app: StoredApp, to parameters: inout PostgresParameters) {
    parameters.append(app.name)
    parameters.append(Int64(app.version))
    parameters.append(app.definition)
    parameters.append(app.createdAt)
  }

  private static func commands(withdrawing app: String, _ versions: [Int], at time: Int64?) -> [PostgresCommand] {
    let update = command(
      "withdraw", "UPDATE apps SET withdrawn_at = $3::int8 WHERE name = $1::text AND version = ANY ($2::int8[])"
    ) { parameters in
      parameters.append(app)
      parameters.append(int8s: versions.map { Int64($0) })
      parameters.append(time)
    }
    return [update, edition(of: "apps")]
  }

  private static func commands(_ write: AppKeyWrite) -> [PostgresCommand] {
    let change =
      switch write {
      case .add(let key):
        command(
          "addAppKey",
          """
          INSERT INTO app_keys (app, name, key_hash, created_at) VALUES ($1::text, $2::bytea, $3::bytea, $4::int8)
          ON CONFLICT (app, name) DO UPDATE SET created_at = excluded.created_at
          WHERE app_keys.key_hash = excluded.key_hash
          """
        ) { parameters in
          parameters.append(key.app)
          parameters.append(Array(key.name.utf8))
          parameters.append(key.hash)
          parameters.append(key.createdAt)
        }
      case .remove(let app, let name):
        command("removeAppKey", "DELETE FROM app_keys WHERE app = $1::text AND name = $2::bytea") { parameters in
          parameters.append(app)
          parameters.append(Array(name.utf8))
        }
      }
    return [change, edition(of: "app_keys")]
  }
}
