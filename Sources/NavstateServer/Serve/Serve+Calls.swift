import Support
import JSON
import Navigation
import Sessions
import Webhooks

extension Serve {
  /// Starts the calls of sessions to other servers.
  static func startCalls(
    of registry: SessionRegistry, through sender: CallSender, _ tracer: Tracer?, _ wakeup: WallClockTimer, _ log: Log
  ) {
    let refused = { @Sendable (call: CallRow, error: ActionError) in
      log(
        .warning, "the session refused the action for the answer of a call",
        call.logged(["reason": .string(error.refusal.description)]))
    }
    registry.startCalls(wakeup, refused: refused) { call in
      let span = tracer?.begin(after: call.revision, of: call.session.text)
      let attempt = OutgoingCall(call, span)
      let outcome = await sender.send(attempt)
      if let span { tracer?.end(span, calling: attempt, for: call.session.text, outcome) }
      report(outcome, of: call, in: log)
      return CallAttempt(outcome)
    }
  }

  static func callSender(_ configuration: Configuration) -> CallSender {
    var transport = TransportOptions()
    transport.addresses = configuration.webhooks.transport.addresses
    // Definitions may come from clients, and the server may reach hosts that these cannot (docs/decisions/0048).
    return CallSender(allowing: configuration.callHosts, over: transport)
  }

  private static func report(_ outcome: CallOutcome, of call: CallRow, in log: Log) {
    let reason: String
    switch outcome {
    case .answered: return
    case .failed(let text, _), .refused(let text): reason = text
    }
    var fields = call.logged(["reason": .string(reason), "attempt": .integer(Int64(call.attempts + 1))])
    if reason == "not-allowed" { fields["option"] = .string("--allow-call \(call.request.authority)") }
    log(.warning, "a call failed", fields)
  }
}

extension CallRow {
  /// The members of a log line about the call.
  fileprivate func logged(_ members: JSONObject) -> JSONObject {
    var fields: JSONObject = ["session": .string(session.text), "host": .string(request.authority)]
    fields.merge(members)
    return fields
  }
}

extension OutgoingCall {
  fileprivate init(_ call: CallRow, _ span: TraceSpan?) {
    let request = call.request
    self.init(
      of: call.app, method: request.method, url: request.url, fields: request.fields, body: request.body,
      timeout: request.timeout, key: call.key, span: span)
  }
}

extension CallAttempt {
  fileprivate init(_ outcome: CallOutcome) {
    switch outcome {
    case .answered(let status, let type, let content):
      self = .answered(.response(status: status, body: .content(content, of: type)))
    case .failed(let reason, let delay): self = .failed(reason: reason, retryAfter: delay)
    case .refused(let reason): self = .answered(.failure(reason: reason))
    }
  }
}
