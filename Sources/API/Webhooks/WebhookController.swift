import JSON
import Navigation
import Sessions
import Webhooks

/// Lists, sets up and removes webhooks.
struct WebhookController: Controller {
  let webhooks: WebhookSender
  let journal: any Journal

  var routes: [ControllerRoute] {
    [
      ControllerRoute(.get, "/v1/webhooks", .admin, scopes: .readingApps, .listWebhooks, list),
      ControllerRoute(.get, "/v1/webhooks/{name}", .admin, scopes: .readingApps, .readWebhook, read),
      ControllerRoute(.put, "/v1/webhooks/{name}", .admin, scopes: .changingApps, .putWebhook, put),
      ControllerRoute(.delete, "/v1/webhooks/{name}", .admin, scopes: .changingApps, .removeWebhook, remove),
      ControllerRoute(.post, "/v1/webhooks/{name}/resume", .admin, scopes: .changingApps, .resumeWebhook, resume),
    ]
  }

  /// `GET /v1/webhooks`
  private func list(_ exchange: Exchange) {
    let all = webhooks.all.filter { exchange.caller.mayUse($0.webhook) }
    exchange.send(json: ["items": .array(all.map { .object($0.webhook.json($0.status)) })])
  }

  /// `GET /v1/webhooks/{name}`
  private func read(_ exchange: Exchange) throws(Problem) {
    exchange.send(json: try webhooks.description(of: try present(exchange)))
  }

  /// `PUT /v1/webhooks/{name}`: 201 if the name is new. Deliveries begin once the webhook is durable.
  private func put(_ exchange: Exchange) async throws(Problem) {
    let webhook = try webhook(Self.name(of: exchange), try exchange.object(["url", "apps", "outputs", "secret"]))
    if webhooks[webhook.name] != nil { _ = try present(exchange) }
    if !exchange.caller.mayUse(webhook) { try exchange.caller.checkMayUse(nil, "`apps` has to name only these") }
    guard webhooks.hasRoom(for: webhook.name) else { throw .tooManyWebhooks(webhooks.options.webhooks) }
    let stored = StoredWebhook(
      name: webhook.name, url: webhook.url, apps: webhook.apps, outputs: webhook.outputs, secret: webhook.secret.text)
    // The journal completes writes in order, so the sender applies changes to a webhook in the same order.
    try await Problem.ifNotStored(.webhook(.put(stored)), in: journal)
    let isNew = webhooks.put(webhook)
    exchange.send(json: try webhooks.description(of: webhook.name), status: isNew ? 201 : 200)
  }

  /// `DELETE /v1/webhooks/{name}`: also discards its pending deliveries.
  private func remove(_ exchange: Exchange) async throws(Problem) {
    let name = try present(exchange)
    try await Problem.ifNotStored(.webhook(.remove(name)), in: journal)
    guard webhooks.remove(name) else { throw .noWebhook(name) }
    exchange.send(.empty(204))
  }

  /// `POST /v1/webhooks/{name}/resume`: sends pending deliveries. A webhook that is not parked retries immediately.
  private func resume(_ exchange: Exchange) async throws(Problem) {
    let name = try present(exchange)
    try await Problem.ifNotStored(.webhook(.resume(name)), in: journal)
    guard webhooks.resume(name) else { throw .noWebhook(name) }
    exchange.send(json: try webhooks.description(of: name))
  }

  /// The name of the webhook in the path, of which the caller may know.
  private func present(_ exchange: Exchange) throws(Problem) -> String {
    let name = Self.name(of: exchange)
    guard let (webhook, _) = webhooks[name], exchange.caller.mayUse(webhook) else { throw .noWebhook(name) }
    return name
  }

  private static func name(of exchange: Exchange) -> String { exchange.parameters["name", exchange.request] ?? "" }
}

extension Caller {
  /// Whether the caller may know of a webhook. One for all apps is not for operators of some.
  fileprivate func mayUse(_ webhook: Webhook) -> Bool {
    webhook.apps.isEmpty ? mayUse(nil) : webhook.apps.allSatisfy(mayUse)
  }
}

extension Problem {
  init(_ error: WebhookFaults) {
    self.init(422, "bad-webhook", error.faults.map(\.detail).joined(separator: " "))
    faults = error.faults.map { fault in
      // The name is in the path, not in the body.
      Fault(
        at: fault.member == .name ? JSONPointer() : JSONPointer().appending(name: fault.member.rawValue), fault.detail)
    }
  }

  fileprivate static func tooManyWebhooks(_ limit: Int) -> Problem {
    Problem(
      409, "too-many-webhooks",
      "Webhook limit reached: \(limit) (`--max-webhooks`). Delete a webhook, or replace one.")
  }

  static func noWebhook(_ name: String) -> Problem {
    Problem(
      404, "no-such-webhook", "There is no webhook \"\(name.prefix(80))\"; `PUT /v1/webhooks/{name}` creates one.")
  }
}

extension Operation {
  static let listWebhooks = Operation(
    "listWebhooks", "List the webhooks",
    answers: .json(200, .items(.ref("Webhook")), "Sorted by name"))

  static let readWebhook = Operation(
    "readWebhook", "Read a webhook and its status",
    answers: .json(200, .ref("Webhook"), "The webhook without its secret"),
    problems: ["no-such-webhook"])

  static let putWebhook = Operation(
    "putWebhook", "Create or replace a webhook", "Outputs of sessions are delivered to it from then on.",
    body: Operation.Body(
      .request(
        ["url": .pattern(#"^https?://[a-z0-9.-]+(:[0-9]+)?(/[!-~]*)?$"#), "secret": .text(Secret.lengths)],
        optional: ["apps": .filter(.ref("Name")), "outputs": .filter(.text(1...128))]),
      example: ["url": "https://example.com/hooks", "secret": "0123456789abcdef"]),
    answers: .json(200, .ref("Webhook"), "It already exists"), .json(201, .ref("Webhook"), "It was created"),
    problems: ["missing-member", "bad-member", "bad-webhook", "too-many-webhooks"])

  static let removeWebhook = Operation(
    "removeWebhook", "Delete a webhook and its pending deliveries",
    answers: .empty(204, "It was deleted"),
    problems: ["no-such-webhook"])

  static let resumeWebhook = Operation(
    "resumeWebhook", "Resume the deliveries of a webhook",
    answers: .json(200, .ref("Webhook"), "The webhook and its status"),
    problems: ["no-such-webhook"])
}
