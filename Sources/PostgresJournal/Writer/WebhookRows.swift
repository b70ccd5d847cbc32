import Sessions

/// The statements of writes to webhooks and their pending outputs.
enum WebhookRows {
  static func commands(_ write: WebhookWrite) -> [PostgresCommand] {
    switch write {
    case .put(let webhook): [put(webhook), .edition(of: "webhooks")]
    case .remove(let name):
      [
        PostgresCommand("removeDeliveries", "DELETE FROM deliveries WHERE webhook = $1::text") { $0.append(name) },
        PostgresCommand("removeWebhook", "DELETE FROM webhooks WHERE name = $1::text") { $0.append(name) },
        .edition(of: "webhooks"),
      ]
    case .park(let name, let reason, let since):
      [park(name, reason: reason, since: since), .edition(of: "webhooks")]
    case .resume(let name): [park(name, reason: nil, since: nil), .edition(of: "webhooks")]
    case .acknowledge(let positions):
      [
        PostgresCommand("acknowledge", "DELETE FROM deliveries WHERE position = ANY ($1::int8[])") {
          $0.append(int8s: positions)
        }
      ]
    }
  }

  private static func put(_ webhook: StoredWebhook) -> PostgresCommand {
    PostgresCommand(
      "putWebhook",
      """
      INSERT INTO webhooks (name, url, apps, outputs, secret)
      VALUES ($1::text, $2::bytea, $3::bytea[], $4::bytea[], $5::bytea)
      ON CONFLICT (name) DO UPDATE
      SET url = excluded.url, apps = excluded.apps, outputs = excluded.outputs, secret = excluded.secret,
        parked_reason = NULL, parked_since = NULL
      """
    ) { parameters in
      parameters.append(webhook.name)
      parameters.append(Array(webhook.url.utf8))
      parameters.append(byteas: webhook.apps.map { Array($0.utf8) })
      parameters.append(byteas: webhook.outputs.map { Array($0.utf8) })
      parameters.append(Array(webhook.secret.utf8))
    }
  }

  private static func park(_ name: String, reason: String?, since: Int64?) -> PostgresCommand {
    PostgresCommand(
      "parkWebhook", "UPDATE webhooks SET parked_reason = $2::bytea, parked_since = $3::int8 WHERE name = $1::text"
    ) { parameters in
      parameters.append(name)
      parameters.append(reason.map { Array($0.utf8) })
      parameters.append(since)
    }
  }
}
