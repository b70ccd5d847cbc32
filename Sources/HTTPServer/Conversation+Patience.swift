import HTTP

/// A request whose answer may take longer, or not as long, as `Timeouts.answer` says.
struct Patience: Sendable {
  let number: UInt32
  let end: Instant
  /// What is answered at the end; nil closes the connection.
  let fallback: Response?
}

extension Conversation {
  mutating func expectAnswer(_ patience: Patience) {
    guard !isOver, !isStreaming, isUnanswered(patience.number) else { return }
    patiences.removeAll { $0.number == patience.number }
    patiences.append(patience)
    waitRestarts = true
  }

  /// That of the request whose answer the connection waits for.
  var presentPatience: Patience? {
    patiences.isEmpty ? nil : patiences.first { $0.number == oldest }
  }

  /// What to answer those who wait, when there is no time for it any more.
  mutating func takeFallbacks() -> [(number: UInt32, response: Response)] {
    defer { patiences = [] }
    return patiences.compactMap { patience in patience.fallback.map { (patience.number, $0) } }
  }
}
