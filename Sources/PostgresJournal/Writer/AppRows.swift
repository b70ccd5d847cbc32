import Sessions

/// The statements of writes to the definitions and keys of apps.
enum AppRows {
  /// Replaces only a definition that this server has had the time to read, and that it could not: a younger one is of
  /// another server.
  static func commands(defining app: StoredApp) -> [PostgresCommand] {
    let definition = PostgresCommand(
      "replaceApp",
      """
      INSERT INTO apps (name, version, definition, created_at) VALUES ($1::text, $2::int8, $3::bytea, $4::int8)
      ON CONFLICT (name, version) DO UPDATE
      SET definition = excluded.definition, created_at = excluded.created_at, withdrawn_at = NULL
      WHERE apps.definition = excluded.definition OR apps.created_at <= excluded.created_at - 60000
      """
    ) { append(app, to: &$0) }
    return [definition, .edition(of: "apps")]
  }

  /// Adds the app of an imported session, in the transaction that adds the session. An existing version is an error.
  static func commands(adding app: StoredApp, with session: SessionID) -> [PostgresCommand] {
    let insertion = PostgresCommand(
      "insertApp",
      """
      INSERT INTO apps (name, version, definition, created_at)
      SELECT $1::text, $2::int8, $3::bytea, $4::int8
      FROM session_rows s
      WHERE s.id = $5::uuid AND s.xmin = pg_current_xact_id()::xid
      """
    ) { parameters in
      append(app, to: &parameters)
      parameters.append(session)
    }
    return [insertion, .edition(of: "apps")]
  }

  private static func append(_ app: StoredApp, to parameters: inout PostgresParameters) {
    parameters.append(app.name)
    parameters.append(Int64(app.version))
    parameters.append(app.definition)
    parameters.append(app.createdAt)
  }

  // The edition is locked first: the next statement sees the rollout or the withdrawal that has waited for it, or had it.
  /// Withdraws versions, unless the rollout names one of them; no time: reinstates them.
  static func commands(withdrawing app: String, _ versions: [Int], at time: Int64?) -> [PostgresCommand] {
    let update = PostgresCommand(
      "withdraw",
      """
      UPDATE apps SET withdrawn_at = $3::int8
      WHERE name = $1::text AND version = ANY ($2::int8[]) AND NOT EXISTS (
        SELECT 1
        FROM (SELECT convert_from(rollout, 'UTF8')::jsonb AS named FROM rollouts WHERE app = $1::text) AS r
        WHERE $3::int8 IS NOT NULL
          AND ((named ->> 'current')::int8 = ANY ($2::int8[]) OR (named ->> 'next')::int8 = ANY ($2::int8[])))
      """
    ) { parameters in
      parameters.append(app)
      parameters.append(int8s: versions.map { Int64($0) })
      parameters.append(time)
    }
    return [.edition(of: "apps"), update]
  }

  /// The catalogue of apps has them, so that other nodes read both. Sets none that names a withdrawn version.
  static func commands(setting rollout: Rollout?, of app: String) -> [PostgresCommand] {
    let change =
      if let rollout {
        PostgresCommand(
          "setRollout",
          """
          INSERT INTO rollouts (app, rollout)
          SELECT $1::text, $2::bytea
          WHERE NOT EXISTS (
            SELECT 1 FROM apps WHERE name = $1::text AND version IN ($3::int8, $4::int8) AND withdrawn_at IS NOT NULL)
          ON CONFLICT (app) DO UPDATE SET rollout = excluded.rollout
          """
        ) { parameters in
          parameters.append(app)
          parameters.append(rollout.text)
          parameters.append(Int64(rollout.current))
          parameters.append(rollout.next.map { Int64($0) })
        }
      } else {
        PostgresCommand("removeRollout", "DELETE FROM rollouts WHERE app = $1::text") { $0.append(app) }
      }
    return [.edition(of: "apps"), change]
  }

  static func commands(_ write: AppKeyWrite) -> [PostgresCommand] {
    let change =
      switch write {
      // A key that is there already is not an error if it is this one: the transaction may be sent twice.
      case .add(let key):
        PostgresCommand(
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
        PostgresCommand("removeAppKey", "DELETE FROM app_keys WHERE app = $1::text AND name = $2::bytea") {
          parameters in
          parameters.append(app)
          parameters.append(Array(name.utf8))
        }
      }
    return [change, .edition(of: "app_keys")]
  }
}
