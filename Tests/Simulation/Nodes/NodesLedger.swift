import Sessions

/// The requests of the clients and their answers, against which the nodes are checked.
struct NodesLedger {
  /// A change that a client has requested.
  struct Attempt {
    let session: SessionID
    let node: Int
    var outcome = AttemptOutcome.running
    /// The text of the action, which is unique.
    let sent: [UInt8]
    /// The letters of the messages that it sends.
    var letters: [Character] = []
    var recipient: SessionID?
  }

  enum AttemptOutcome: Equatable {
    case running
    /// It may have been carried out.
    case unknown
    case refused
    case unchanged
    case done(revision: Int)
  }

  /// A session as the clients know it.
  struct Session {
    /// The JSON at each revision that a client has received.
    var told: [Int: [UInt8]] = [:]
    /// The newest revision that a node has returned.
    var newest = 1
    /// Whether a deletion was requested, and whether one was acknowledged.
    var mayBeDeleted = false
    var isDeleted = false
  }

  var sessions: [SessionID: Session] = [:]
  /// In the order of their creation.
  var known: [SessionID] = []
  var attempts: [Attempt] = []
  /// The revisions by idempotency key.
  var keys: [String: Int] = [:]

  /// Marks the requests to a killed node as unknown, since they are not answered.
  mutating func forget(node: Int) {
    for index in attempts.indices where attempts[index].node == node && attempts[index].outcome == .running {
      attempts[index].outcome = .unknown
    }
  }
}
