/// The state of a client's connection.
public enum ConnectionState: Sendable, Equatable {
  /// The event stream is being opened.
  case connecting
  /// Changes of other devices arrive as they happen.
  case live
  /// The server cannot be reached. The client tries again, and requests wait.
  case offline
  /// The session was deleted, or the client was closed.
  case closed
  /// The server does not permit the session to this client. The stored queue is kept.
  case refused(NavstateProblem)

  /// Whether the client has ended for good.
  var isFinal: Bool {
    switch self {
    case .closed, .refused: true
    case .connecting, .live, .offline: false
    }
  }
}
