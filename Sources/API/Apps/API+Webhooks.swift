import HTTP
import JSON
import Navigation
import Sessions
import Webhooks

extension API {
  /// `GET /v1/webhooks`
  func listWebhooks(_ exchange: Exchange) {
    var json = JSONWriter()
    json.append("{\"items\":[")
    for (index, (webhook, status)) in webhooks.all.enumerated() {
      if index > 0 { json.append(",") }
      Self.describe(webhook, status, in: &json)
    }
    json.append("]}")
    exchange.send(json: json.bytes)
  }

  /// `GET /v1/webhooks/{name}`
  func readWebhook(_ exchange: Exchange) throws(Problem) {
    exchange.send(json: try Self.description(of: exchange.webhookName, in: webhooks))
  }

  /// `PUT /v1/webhooks/{name}`: 201 if the name is new. Deliveries begin once the webhook is durable.
  func putWebhook(_ exchange: Exchange) throws(Problem) {
    let webhook = try webhook(exchange.webhookName, try exchange.object(["url", "apps", "outputs", "secret"]))
    guard webhooks.hasRoom(for: webhook.name) else { throw .tooManyWebhooks(webhooks.options.webhooks) }
    let stored = StoredWebhook(
      name: webhook.name, url: webhook.url, apps: webhook.apps, outputs: webhook.outputs, secret: webhook.secret.text)
    // The journal completes writes in order, so the sender applies changes to a webhook in the same order.
    try write(.put(stored), exchange) { [webhooks] () throws(Problem) in
      let isNew = webhooks.put(webhook)
      exchange.send(json: try Self.description(of: webhook.name, in: webhooks), status: isNew ? 201 : 200)
    }
  }

  /// `DELETE /v1/webhooks/{name}`: also discards its pending deliveries.
  func removeWebhook(_ exchange: Exchange) throws(Problem) {
    let name = exchange.webhookName
    guard webhooks[name] != nil else { throw .noWebhook(name) }
    try write(.remove(name), exchange) { [webhooks] () throws(Problem) in
      guard webhooks.remove(name) else { throw .noWebhook(name) }
      exchange.send(.empty(204))
    }
  }

  /// `POST /v1/webhooks/{name}/resume`: sends pending deliveries. A webhook that is not parked retries immediately.
  func resumeWebhook(_ exchange: Exchange) throws(Problem) {
    let name = exchange.webhookName
    guard webhooks[name] != nil else { throw .noWebhook(name) }
    try write(.resume(name), exchange) { [webhooks] () throws(Problem) in
      guard webhooks.resume(name) else { throw .noWebhook(name) }
      exchange.send(json: try Self.description(of: name, in: webhooks))
    }
  }

  private func write(
    _ write: WebhookWrite, _ exchange: Exchange, settled: @escaping @Sendable () throws(Problem) -> Void
  ) throws(Problem) {
    let queued = journal.submit(.webhook(write)) { failure in
      if let failure { return exchange.send(Problem(failure)) }
      do throws(Problem) { try settled() } catch { exchange.send(error) }
    }
    guard queued else { throw .journalBusy }
  }

  private static func description(of name: String, in webhooks: WebhookSender) throws(Problem) -> [UInt8] {
    guard let (webhook, status) = webhooks[name] else { throw .noWebhook(name) }
    var json = JSONWriter()
    describe(webhook, status, in: &json)
    return json.bytes
  }

  /// Writes all members except the secret, which is never shown.
  private static func describe(_ webhook: Webhook, _ status: WebhookStatus, in json: inout JSONWriter) {
    json.append("{\"name\":")
    json.append(string: webhook.name)
    json.append(",\"url\":")
    json.append(string: webhook.url)
    json.append(",\"apps\":")
    json.append(value: .array(webhook.apps.map(JSONValue.string)))
    json.append(",\"outputs\":")
    json.append(value: .array(webhook.outputs.map(JSONValue.string)))
    switch status.state {
    case .active: json.append(",\"state\":\"active\"")
    case .parked(let parking):
      json.append(",\"state\":\"parked\",\"reason\":")
      json.append(string: parking.reason)
      json.append(",\"since\":")
      json.append(timestamp: parking.since)
    }
    for (name, count) in [
      ("inFlight", status.inFlight), ("failingSessions", status.failingSessions), ("delivered", status.delivered),
      ("failures", status.failures),
    ] {
      json.append(",")
      json.append(string: name)
      json.append(":")
      json.append(integer: count)
    }
    json.append(",\"lastFailure\":")
    json.append(value: status.lastFailure.map(JSONValue.string) ?? .null)
    json.append("}")
  }

  private func webhook(_ name: String, _ body: JSONObject) throws(Problem) -> Webhook {
    let (url, secret) = (try Self.text("url", of: body), try Self.text("secret", of: body))
    let (apps, outputs) = (try Self.names("apps", of: body), try Self.names("outputs", of: body))
    do throws(WebhookFaults) {
      let webhook = try Webhook(name: name, url: url, apps: apps, outputs: outputs, secret: secret)
      try webhooks.check(webhook)
      return webhook
    } catch {
      throw Problem(error)
    }
  }

  private static func text(_ name: String, of body: JSONObject) throws(Problem) -> String {
    guard let value = body[name] else { throw .fault("missing-member", "`\(name)` is needed, a string.", at: name) }
    guard case .string(let text) = value else {
      throw .fault("bad-member", "`\(name)` is a string; this is \(value.kind).", at: name)
    }
    return text
  }

  /// Reads a list of names. Absent, `null` and an empty list all mean no restriction.
  private static func names(_ name: String, of body: JSONObject) throws(Problem) -> [String] {
    guard let value = body[name], value != .null else { return [] }
    guard let names = value.arrayValue?.map(\.stringValue), !names.contains(nil) else {
      throw .fault("bad-member", "`\(name)` is a list of names; this is \(value.kind).", at: name)
    }
    return names.compactMap { $0 }
  }
}

extension Exchange {
  fileprivate var webhookName: String { parameters["name", request] ?? "" }
}

extension Problem {
  fileprivate init(_ error: WebhookFaults) {
    self.init(422, "bad-webhook", error.faults.map(\.detail).joined(separator: " "))
    faults = error.faults.map { fault in
      // The name is in the path, not in the body.
      Fault(at: fault.part == .name ? JSONPointer() : JSONPointer().appending(name: fault.part.rawValue), fault.detail)
    }
  }

  fileprivate static func tooManyWebhooks(_ limit: Int) -> Problem {
    Problem(
      409, "too-many-webhooks",
      "There are \(limit) webhooks, which is the limit (`--max-webhooks`); remove one, or change one of them.")
  }

  fileprivate static func noWebhook(_ name: String) -> Problem {
    Problem(404, "no-such-webhook", "There is no webhook \"\(name.prefix(80))\"; `PUT /v1/webhooks/{name}` makes one.")
  }
}
