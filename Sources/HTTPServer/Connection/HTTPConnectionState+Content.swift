import HTTP

/// The streamed content of a request. The request is passed on with its head; no other request is read before the last
/// piece.
struct IncomingContent: Sendable {
  let number: UInt32
  let keepsAlive: Bool
  /// Whether the client waits for a 100 before it sends content.
  var expectsContinue: Bool
  /// Whether the next piece may be read; until then reading pauses.
  var isAwaited = false
}

extension HTTPConnectionState {
  /// Admits a request whose content is streamed.
  mutating func admit(head request: borrowing Request, expectsContinue: Bool) -> UInt32 {
    let number = admit(request)
    content = IncomingContent(number: number, keepsAlive: request.keepsAlive, expectsContinue: expectsContinue)
    // The content is still to be read, even if no request may follow; `recordContent` decides about that.
    acceptsRequests = true
    return number
  }

  /// The number of unanswered requests when only the one with streamed content is left: 1, or 0 without such a request.
  var unansweredWithContent: Int { content == nil ? 0 : 1 }

  /// Resumes reading of content. Sends 100 before the first piece if the client waits for it.
  mutating func awaitContent(into output: inout [UInt8]) {
    content?.isAwaited = true
    guard content?.expectsContinue == true else { return }
    content?.expectsContinue = false
    expectsContinue(into: &output)
  }

  /// Records a received piece. After the last one further requests are read.
  mutating func recordContent(isLast: Bool) {
    owesContinue = false
    content?.isAwaited = false
    guard isLast, let content = takeContent() else { return }
    acceptsRequests = content.keepsAlive && !isDraining
    waitRestarts = true
  }

  /// Ends the streamed content and returns it.
  mutating func takeContent() -> IncomingContent? {
    defer { content = nil }
    return content
  }

  /// Drops an unanswered request with incomplete content, after the client has closed its sending side.
  mutating func dropIncompleteContent() {
    // A response that waits for an earlier one is still written, so its request keeps its number.
    guard let content = takeContent(), !early.contains(where: { $0.number == content.number }) else { return }
    // This request is the newest: none is read before the end of its content.
    next = content.number
  }
}
