import HTTPServer
import Synchronization

/// Batches the responses of a commit, so that each event loop is woken once for all of them.
///
/// The server is created after the journal, and set later.
final class ResponseBatcher: Sendable {
  private let server = Mutex<HTTPServer?>(nil)

  func setServer(_ server: HTTPServer) {
    self.server.withLock { $0 = server }
  }

  @Sendable func batch(_ answering: () -> Void) {
    guard let server = server.withLock({ $0 }) else { return answering() }
    server.batchingResponses(answering)
  }
}
