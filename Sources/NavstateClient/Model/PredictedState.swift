import Navigation

/// A session with the effects of requests that the server has not confirmed.
struct PredictedState: Sendable {
  private(set) var tree: Tree
  /// Whether the effects of all requests so far are known.
  private(set) var isComplete = true
  private(set) var session: SessionContext

  init(_ snapshot: SessionSnapshot) {
    tree = snapshot.tree
    session = SessionContext(
      id: snapshot.id, key: snapshot.key, labels: Labels(snapshot.labels.map { ($0.key, $0.value) }),
      revision: snapshot.revision)
  }

  /// Performs the next request, and returns the ids that it has made, in order.
  mutating func perform(_ request: QueuedRequest, by predictor: Predictor) -> [String] {
    switch predictor.predict(request, on: tree, of: session) {
    case .made(let next, let newIDs):
      if next != tree { session.revision += 1 }
      tree = next
      return newIDs
    case .refused: return []
    case .unknown:
      isComplete = false
      return []
    }
  }
}
