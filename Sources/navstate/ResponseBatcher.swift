import HTTPServer
import Synchronization

/// Leads the answers of a commit to the server, which is made after the journal, so that each event loop is woken once
/// for all of them.
final class ResponseBatcher: Sendable {
  private let server = Mutex<Server?>(nil)

  func go(through server: Server) {
    self.server.withLock { $0 = server }
  }

  @Sendable func gather(_ answering: () -> Void) {
    guard let server = server.withLock({ $0 }) else { return answering() }
    server.gatheringAnswers(answering)
  }
}
