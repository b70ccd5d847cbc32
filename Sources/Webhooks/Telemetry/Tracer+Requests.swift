import Support

// The names are those of OpenTelemetry's conventions for HTTP clients, without the URL, whose path may be a secret.
extension Tracer {
  /// Ends the span of an attempt to deliver an output.
  func end(_ span: TraceSpan, sending attempt: Schedule.Attempt, _ answer: ReceiverResponse) {
    var (isFailure, status) = (true, 0)
    if case .status(let given, _) = answer { (isFailure, status) = (!(200..<300).contains(given), given) }
    end(
      span, .client, "webhook \(attempt.webhook)", failed: isFailure,
      [
        ("http.request.method", .text("POST")), ("navstate.session", .text(attempt.session)),
        ("navstate.webhook", .text(attempt.webhook)),
      ] + Self.outcome(status, orElse: "unreachable"))
  }

  /// Ends the span of an attempt to ask a server.
  package func end(_ span: TraceSpan, calling call: OutgoingCall, for session: String, _ outcome: CallOutcome) {
    let (status, reason) =
      switch outcome {
      case .answered(let status, _, _): (status, "")
      case .failed(let reason, _), .refused(let reason): (0, reason)
      }
    end(
      span, .client, "call \(call.app)", failed: status == 0,
      [
        ("http.request.method", .text(call.method)),
        ("server.address", .text(Webhook.host(of: call.url).map(String.init) ?? "")),
        ("navstate.session", .text(session)), ("navstate.app", .text(call.app)),
      ] + Self.outcome(status, orElse: reason))
  }

  private static func outcome(
    _ status: Int, orElse reason: String
  ) -> [(name: StaticString, value: EndedSpan.Value)] {
    status == 0 ? [("error.type", .text(reason))] : [("http.response.status_code", .integer(status))]
  }
}
