import JSON
import Navigation

/// The client's view of a session: the confirmed state, the requests without an answer, and the tree with their effects.
///
/// A value without I/O. The first request of the queue is the one that is sent; once its outcome is unknown, confirmed
/// states are held until it is known, because they may contain its effect.
struct SessionModel: Sendable {
  private(set) var confirmed: SessionSnapshot
  /// The requests without an answer, the oldest first.
  private(set) var queue: [QueuedRequest]
  /// The confirmed tree with the effects of the predicted requests.
  var tree: Tree { predicted.tree }
  private var predicted: PredictedState
  /// The server's ids by the provisional ones that they replaced.
  private(set) var serverIDs: [String: String] = [:]
  /// The provisional ids by the server's.
  private var provisionalIDs: [String: String] = [:]
  private var predictor: Predictor?
  /// The latest confirmed state that arrived while the outcome of the first request was unknown.
  private var held: SessionSnapshot?
  /// Whether the first request is being sent, or may have been carried out.
  private var isInDoubt: Bool
  /// Whether an attempt to send the first request had no answer.
  private var isLost: Bool
  /// Whether `confirmed` may contain the effect of the first request, which then is not predicted.
  private var mayRepeat: Bool
  private var nextNumber: Int

  /// - Parameters:
  ///   - app: The app; nil: nothing is predicted.
  ///   - queue: The requests of an earlier client. Only the first of them can have been sent.
  init(_ snapshot: SessionSnapshot, app: App?, queue: [QueuedRequest] = []) {
    confirmed = snapshot
    predicted = PredictedState(snapshot)
    predictor = app.map(Predictor.init)
    self.queue = queue
    // An earlier client may have sent its first request before it ended.
    isInDoubt = !queue.isEmpty
    isLost = !queue.isEmpty
    mayRepeat = !queue.isEmpty
    // The number chooses the provisional ids, which must differ from those of stored requests.
    nextNumber = (queue.map(\.number).max() ?? -1) + 1
  }

  /// The id of a screen by which it was shown first.
  func viewID(of id: String) -> String { provisionalIDs[id] ?? id }

  /// The revision from which a stream resumes.
  var knownRevision: Int { held?.revision ?? confirmed.revision }

  /// Creates a request whose ids are the server's as far as they are known.
  func request(_ path: String, _ body: JSONObject, at now: Int64) -> QueuedRequest {
    QueuedRequest(path: path, body: body.replacing(serverIDs), at: now, number: nextNumber)
  }

  /// Appends a request and predicts its effect.
  mutating func append(_ request: QueuedRequest) {
    queue.append(request)
    nextNumber = request.number + 1
    predict(from: queue.count - 1)
  }

  /// Records that the first request is sent.
  mutating func beginSending() {
    isInDoubt = true
  }

  /// Records that an attempt to send the first request has failed.
  ///
  /// - Parameter isPostponed: Whether the server has answered that it has not carried out the request.
  mutating func endAttempt(isPostponed: Bool) {
    if !isPostponed { isLost = true }
    isInDoubt = isLost
    release()
  }

  /// Removes the first request, which was carried out.
  ///
  /// - Parameters:
  ///   - session: The session in the receipt, if any.
  ///   - newIDs: The ids of the screens that were made; nil if they are not known.
  /// - Returns: The server's ids by the provisional ones that they replace.
  mutating func confirm(_ session: SessionSnapshot?, newIDs: [String]?) -> [String: String] {
    let request = queue.removeFirst()
    let ids = ProvisionalIDs.replacements(for: request.provisionalIDs, by: newIDs ?? [])
    // Before the prediction is made again, so that later requests name the screens of the server.
    rename(ids)
    if let session, session.revision > knownRevision { held = session }
    settle()
    return ids
  }

  /// Removes the first request, which was refused.
  mutating func refuse() {
    queue.removeFirst()
    settle()
  }

  /// Receives a confirmed state.
  ///
  /// - Parameter isReset: Whether it counts also if its revision is lower, after a restored backup.
  mutating func receive(_ snapshot: SessionSnapshot, isReset: Bool = false) {
    // Receipts and events arrive in any order, and an older state must not replace a newer one.
    guard isReset || snapshot.revision > knownRevision else { return }
    held = snapshot
    // Otherwise a revision could be shown beside the prediction of the same change (docs/decisions/0052).
    if !isInDoubt { release() }
  }

  /// Predicts by another version of the app; nil: nothing is predicted.
  mutating func use(_ app: App?) {
    predictor = app.map(Predictor.init)
    predict()
  }

  private mutating func settle() {
    isInDoubt = false
    isLost = false
    mayRepeat = false
    release()
  }

  private mutating func release() {
    if !isInDoubt, let held {
      confirmed = held
      self.held = nil
    }
    predict()
  }

  private mutating func rename(_ ids: [String: String]) {
    if serverIDs.count > Self.mostIDs { forgetIDs() }
    serverIDs.merge(ids) { _, new in new }
    provisionalIDs.merge(ids.map { ($0.value, $0.key) }) { _, new in new }
    for index in queue.indices { queue[index].body = queue[index].body.replacing(ids) }
  }

  /// Forgets the ids of screens that are gone.
  private mutating func forgetIDs() {
    let ids = Set(ProvisionalIDs.all(in: confirmed.tree.root))
    serverIDs = serverIDs.filter { ids.contains($0.value) }
    provisionalIDs = provisionalIDs.filter { ids.contains($0.key) }
  }

  private static let mostIDs = 1_000

  private mutating func predict() {
    predicted = PredictedState(confirmed)
    predict(from: 0)
  }

  /// Predicts the requests from an index on, up to the first one whose effect is unknown.
  private mutating func predict(from start: Int) {
    guard let predictor, !mayRepeat else { return }
    for index in start..<queue.count where predicted.isComplete {
      queue[index].provisionalIDs = predicted.perform(queue[index], by: predictor)
    }
  }
}
