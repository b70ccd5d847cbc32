import JSON
import Navigation
import Sessions

/// Sends messages from one session to another.
struct MessageController: Controller {
  let registry: SessionRegistry
  let quotas: QuotaLimiter

  var routes: [ControllerRoute] {
    [ControllerRoute(.post, "/v1/sessions/{id}/messages", .session, .sendMessage, send)]
  }

  /// `POST S/messages`: `{"to", "action"}`. A change of the sending session, logged as `message`; 202 with its receipt.
  private func send(_ exchange: Exchange) async throws(Problem) {
    let request = try Self.request(exchange)
    let sender = try exchange.session()
    try quotas.checkRate(of: sender, actions: 1)
    // The recipient's app decides about messages of clients, but not about those of the admin, or of an operator of all
    // apps (docs/decisions/0019).
    let outcome = await registry.post(
      request, from: sender, isTrusted: exchange.caller.mayUse(nil) && exchange.caller.token == nil)
    exchange.send(receipt: outcome, key: request.key, status: 202)
  }

  private static func request(_ exchange: Exchange) throws(Problem) -> ActionRequest {
    let body = try exchange.object(["to", "action"])
    let recipient = try recipient(body)
    guard let action = body["action"] else {
      throw .fault("missing-field", "`action` is required: the action to perform in the other session.", at: "action")
    }
    let message = SentMessage(to: recipient, try Action(of: action, at: JSONPointer().appending(name: "action")))
    let logged: JSONObject = ["type": "message", "to": .string(recipient), "action": action]
    return ActionRequest(
      actions: [], message: message, isBatch: false, sent: JSONValue.object(logged).bytes,
      precondition: try exchange.precondition(), key: try exchange.idempotencyKey(in: .change), lease: exchange.lease,
      wantsSession: false, origin: exchange.changeOrigin)
  }

  private static func recipient(_ body: JSONObject) throws(Problem) -> String {
    guard let to = body["to"] else {
      throw .fault("missing-field", "`to` is required: the id of the session that receives the message.", at: "to")
    }
    guard case .string(let recipient) = to else {
      throw .fault("bad-field", "`to` must be a string, the id of a session; it is \(to.kind).", at: "to")
    }
    return recipient
  }
}

extension Operation {
  static let sendMessage = Operation(
    "sendMessage", "Send an action to another session",
    "It is performed there exactly once, in the order of sending.",
    fields: Operation.Parameter.change,
    body: Operation.Body(
      .request(["to": .string, "action": .ref("AnyAction")]), example: ["to": "{id}", "action": ["type": "pop"]]),
    answers: .json(
      202, .ref("Receipt"), "The receipt of the sender's change", fields: ["ETag", "Idempotency-Replayed"]),
    problems: ProblemKind.change + ProblemKind.reduction)
}
