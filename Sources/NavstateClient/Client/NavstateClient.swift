import Foundation
import JSON
import Navigation
import Observation

/// A client of one session of a Navstate server.
///
/// A request changes ``tree`` at once where the reducers of the app tell its effect, and again when the server has
/// answered. Requests are sent one after the other, each with a key by which the server carries it out once.
///
/// ```swift
/// let nav = try await NavstateClient.connect(to: server, .new(NewSession(app: "shop")), token: key)
/// nav.push("product", ["id": 7])         // nav.tree has the screen
/// try await nav.undo().receipt()         // waits for the answer
/// ```
///
/// ## Topics
///
/// ### Connecting
/// - ``connect(to:_:token:configuration:)``
/// - ``connection``
/// - ``close()``
///
/// ### Reading the session
/// - ``tree``
/// - ``confirmed``
/// - ``pending``
/// - ``changes``
@MainActor
@Observable
public final class NavstateClient {
  /// The screens and the data, with the effects of the requests that are predicted.
  public internal(set) var tree: Tree
  /// The session at the latest confirmed revision.
  public internal(set) var confirmed: SessionSnapshot
  /// The state of the connection.
  public internal(set) var connection = ConnectionState.connecting
  /// The requests without an answer, the oldest first.
  public internal(set) var pending: [QueuedRequest] = []
  /// The id and the token of the session.
  public let credentials: SessionCredentials

  @ObservationIgnored var model: SessionModel
  @ObservationIgnored private var lock: QueueLock?
  /// The app by which requests are predicted.
  var app: App?
  /// The version of the app that was read, or is being read.
  @ObservationIgnored var appVersion: Int
  @ObservationIgnored let endpoint: ServerEndpoint
  /// The address with the credential by which the app is read.
  @ObservationIgnored let appEndpoint: ServerEndpoint
  @ObservationIgnored let configuration: ClientConfiguration
  @ObservationIgnored var waiting: [String: SentRequest] = [:]
  @ObservationIgnored var listening: Task<Void, Never>?
  @ObservationIgnored var sending: Task<Void, Never>?
  @ObservationIgnored var retryPause: Task<Void, Never>?
  @ObservationIgnored private var observers: [UUID: AsyncStream<NavstateChange>.Continuation] = [:]

  init(
    _ credentials: SessionCredentials, _ snapshot: SessionSnapshot, app: App?, queue: [QueuedRequest],
    lock: QueueLock?, _ endpoint: ServerEndpoint, appEndpoint: ServerEndpoint, _ configuration: ClientConfiguration
  ) {
    self.credentials = credentials
    self.app = app
    self.lock = lock
    appVersion = snapshot.tree.appVersion
    self.endpoint = endpoint
    self.appEndpoint = appEndpoint
    self.configuration = configuration
    model = SessionModel(snapshot, app: app, queue: queue)
    tree = model.tree
    confirmed = snapshot
    pending = model.queue
  }

  /// The changes of ``tree`` from now on. Each access begins another sequence, which ends when the client is closed.
  public var changes: AsyncStream<NavstateChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: NavstateChange.self)
    guard !connection.isFinal else {
      continuation.finish()
      return stream
    }
    let id = UUID()
    observers[id] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.observers[id] = nil }
    }
    return stream
  }

  /// Shows the model's state and notifies the observers.
  func show(_ cause: NavstateChange.Cause, serverIDs: [String: String] = [:], by: JSONValue? = nil) {
    // Screens whose ids have become known stay the same for clients that animate.
    let former = Tree(renaming: tree, by: serverIDs)
    if pending != model.queue { pending = model.queue }
    if confirmed != model.confirmed {
      confirmed = model.confirmed
      storeSnapshot()
    }
    guard model.tree != tree || cause.isAboutRequests else { return }
    tree = model.tree
    let change = NavstateChange(
      cause: cause, steps: Plan.Step.difference(from: former.root, to: tree.root), serverIDs: serverIDs, tree: tree,
      revision: model.confirmed.revision, by: by)
    for observer in observers.values { observer.yield(change) }
  }

  /// Ends the client. Requests without an answer fail here; a later client sends them from the store of the queue.
  public func close() {
    end(.closed, .closed)
  }

  func end(_ state: ConnectionState, _ problem: NavstateProblem) {
    guard !connection.isFinal else { return }
    // First, so that the tasks that are cancelled below find the client ended.
    connection = state
    listening?.cancel()
    sending?.cancel()
    lock = nil
    for request in waiting.values { request.end(.failure(problem)) }
    waiting = [:]
    for observer in observers.values { observer.finish() }
    observers = [:]
  }
}

extension NavstateChange.Cause {
  /// Whether observers are told although the tree is the same.
  fileprivate var isAboutRequests: Bool {
    switch self {
    case .rolledBack, .queueNotStored: true
    default: false
    }
  }
}

extension Tree {
  /// A copy with other ids for some of its screens and containers.
  fileprivate init(renaming tree: Tree, by ids: [String: String]) {
    self = ids.isEmpty ? tree : Tree(root: tree.root.renamed(by: ids), data: tree.data, appVersion: tree.appVersion)
  }
}
