import Sessions

/// The statements of writes to the operators.
enum OperatorRows {
  static func commands(_ write: OperatorWrite) -> [PostgresCommand] {
    let change =
      switch write {
      // An operator that is there already is not an error if it is this one: the transaction may be sent twice.
      case .add(let token):
        PostgresCommand(
          "addOperator",
          """
          INSERT INTO operators (id, name, token_hash, scopes, apps, created_at, expires_at)
          VALUES ($1::text, $2::bytea, $3::bytea, $4::text, $5::text, $6::int8, $7::int8)
          ON CONFLICT (name) DO UPDATE SET created_at = excluded.created_at
          WHERE operators.token_hash = excluded.token_hash
          """
        ) { parameters in
          parameters.append(token.id)
          parameters.append(Array(token.name.utf8))
          parameters.append(token.hash)
          parameters.append(token.scopes.names.joined(separator: " "))
          parameters.append(token.apps.joined(separator: " "))
          parameters.append(token.createdAt)
          parameters.append(token.expiresAt)
        }
      case .remove(let id):
        PostgresCommand("removeOperator", "DELETE FROM operators WHERE id = $1::text") { $0.append(id) }
      }
    return [change, .edition(of: "operators")]
  }
}
