import JSON
import Webhooks

extension WebhookSender {
  /// The JSON of a webhook and its status.
  func description(of name: String) throws(Problem) -> [UInt8] {
    guard let (webhook, status) = self[name] else { throw .noWebhook(name) }
    var json = JSONWriter()
    json.append(webhook, status)
    return json.bytes
  }
}

extension JSONWriter {
  /// Writes all members except the secret, which is never shown.
  mutating func append(_ webhook: Webhook, _ status: WebhookStatus) {
    append("{\"name\":", string: webhook.name)
    append(",\"url\":", string: webhook.url)
    append(",\"apps\":", value: .array(webhook.apps.map(JSONValue.string)))
    append(",\"outputs\":", value: .array(webhook.outputs.map(JSONValue.string)))
    switch status.state {
    case .active: append(",\"state\":\"active\"")
    case .parked(let parking):
      append(",\"state\":\"parked\",\"reason\":", string: parking.reason)
      append(",\"since\":", timestamp: parking.since)
    }
    for (name, count) in [
      ("inFlight", status.inFlight), ("failingSessions", status.failingSessions), ("delivered", status.delivered),
      ("failures", status.failures),
    ] {
      append(",")
      append(string: name)
      append(":")
      append(integer: count)
    }
    append(",\"lastFailure\":", value: status.lastFailure.map(JSONValue.string) ?? .null)
    append("}")
  }
}
