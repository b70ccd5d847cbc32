import HTTP

/// The content of a request that is given in pieces: its request is admitted with its head, and no other comes before the
/// last piece.
struct IncomingContent: Sendable {
  let number: UInt32
  let keepsAlive: Bool
  /// Whether the client waits for a 100 before it sends any of it.
  var expectsContinue: Bool
  /// Whether the next piece may come; until then nothing more is read.
  var isAwaited = false
}

extension HTTPConnectionState {
  /// Admits a request whose content follows.
  mutating func admit(head request: borrowing Request, expectsContinue: Bool) -> UInt32 {
    let number = admit(request)
    content = IncomingContent(number: number, keepsAlive: request.keepsAlive, expectsContinue: expectsContinue)
    takesRequests = true
    return number
  }

  /// Requests without an answer when the next to be answered is the one whose content comes: 1, or 0 when none comes.
  var unansweredWithContent: Int { content == nil ? 0 : 1 }

  /// The next piece may come. Asks the client for the first one, if it waits to be asked.
  mutating func awaitContent(into output: inout [UInt8]) {
    guard content != nil else { return }
    content?.isAwaited = true
    guard content?.expectsContinue == true else { return }
    content?.expectsContinue = false
    expectsContinue(into: &output)
  }

  mutating func noteContent(isLast: Bool) {
    owesContinue = false
    content?.isAwaited = false
    guard isLast, let content = takeContent() else { return }
    takesRequests = content.keepsAlive && !isDraining
    waitRestarts = true
  }

  /// The content comes no more.
  mutating func takeContent() -> IncomingContent? {
    defer { content = nil }
    return content
  }

  /// The client has closed its sending side: a request whose content is incomplete is dropped unless it has its answer.
  mutating func dropIncompleteContent() {
    guard let content = takeContent(), !early.contains(where: { $0.number == content.number }) else { return }
    next = content.number
  }
}
