/// The statements for webhooks and their pending deliveries.
struct WebhookStatements {
  let exist: Statement
  let put: Statement
  let remove: [Statement]
  let park: Statement
  let resume: Statement
  let address: Statement
  let acknowledge: Statement

  init(_ connection: Connection) {
    exist = connection.statement("SELECT EXISTS (SELECT 1 FROM webhooks)")
    put = connection.statement(
      "INSERT OR REPLACE INTO webhooks (name, url, apps, outputs, secret) VALUES (?, ?, ?, ?, ?)")
    remove = [
      connection.statement("DELETE FROM deliveries WHERE webhook = ?"),
      connection.statement("DELETE FROM webhooks WHERE name = ?"),
    ]
    park = connection.statement("UPDATE webhooks SET parked_reason = ?, parked_since = ? WHERE name = ?")
    resume = connection.statement("UPDATE webhooks SET parked_reason = NULL, parked_since = NULL WHERE name = ?")
    address = connection.statement(
      """
      INSERT INTO deliveries (webhook, session, app, seq, revision, at, credential, request, name, value)
      SELECT
        webhooks.name, session_rows.id, session_rows.app, output.value ->> '$.seq', ?2, ?3, ?5, ?6, output.value ->> '$.name',
        output.value -> '$.value'
      FROM session_rows, webhooks, json_each(?4) AS output
      WHERE session_rows.id = ?1
        AND (
          webhooks.apps = '[]'
          OR json_valid(webhooks.apps) AND session_rows.app IN (SELECT value FROM json_each(webhooks.apps))
        )
        AND (
          webhooks.outputs = '[]'
          OR json_valid(webhooks.outputs)
            AND output.value ->> '$.name' IN (SELECT value FROM json_each(webhooks.outputs))
        )
      ORDER BY webhooks.name, output.key
      RETURNING webhook
      """)
    acknowledge = connection.statement("DELETE FROM deliveries WHERE position = ?")
  }
}
