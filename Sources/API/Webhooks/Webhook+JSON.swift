import JSON
import Webhooks

extension WebhookSender {
  /// The JSON of a webhook and its status.
  func description(of name: String) throws(Problem) -> JSONObject {
    guard let (webhook, status) = self[name] else { throw .noWebhook(name) }
    return webhook.json(status)
  }
}

extension Webhook {
  /// All members except the secret, which is never shown.
  func json(_ status: WebhookStatus) -> JSONObject {
    var json: JSONObject = [
      "name": .string(name), "url": .string(url), "apps": .array(apps.map(JSONValue.string)),
      "outputs": .array(outputs.map(JSONValue.string)),
    ]
    switch status.state {
    case .active: json["state"] = "active"
    case .parked(let parking):
      json.merge(["state": "parked", "reason": .string(parking.reason), "since": .timestamp(parking.since)])
    }
    json.merge([
      "inFlight": .integer(Int64(status.inFlight)), "failingSessions": .integer(Int64(status.failingSessions)),
      "delivered": .integer(Int64(status.delivered)), "failures": .integer(Int64(status.failures)),
      "lastFailure": .optional(status.lastFailure),
    ])
    return json
  }
}
