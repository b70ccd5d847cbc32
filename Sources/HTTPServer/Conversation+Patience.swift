import HTTP

/// A request whose answer may take longer, or not as long, as `Timeouts.answer` says.
struct Patience: Sendable {
  let number: UInt32
  let end: Instant
  /// What is answered at the end; nil closes the connection.
  let fallback: Response?
  /// Tells whoever would have answered that it is too late.
  let onGivingUp: @Sendable () -> Void
}

extension Conversation {
  /// - Returns: Whether there is something to wait for.
  mutating func expectAnswer(_ patience: Patience) -> Bool {
    guard awaits(patience.number), !isStreaming, !early.contains(where: { $0.number == patience.number }) else {
      return false
    }
    patiences.removeAll { $0.number == patience.number }
    patiences.append(patience)
    waitRestarts = true
    return true
  }

  /// That of the request whose answer the connection waits for.
  var presentPatience: Patience? {
    patiences.isEmpty ? nil : patiences.first { $0.number == oldest }
  }

  mutating func takePatience(_ number: UInt32) -> Patience? {
    patiences.firstIndex { $0.number == number }.map { patiences.remove(at: $0) }
  }
}
