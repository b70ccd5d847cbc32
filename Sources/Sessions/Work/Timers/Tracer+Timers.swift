import Support

extension Tracer {
  /// Ends the span of a timer that has fired. One that was early, or cannot be carried out at present, leaves none.
  func end(_ span: TraceSpan, firing timer: DueTimer, _ outcome: Outcome) {
    let isFailure: Bool
    switch outcome {
    case .receipt: isFailure = false
    case .refused, .failed(.damaged), .failed(.quarantined): isFailure = true
    default: return
    }
    end(
      span, .internal, "timer", failed: isFailure,
      [("navstate.session", .text(timer.session.text)), ("navstate.timer", .text(timer.timer))])
  }
}
