import API
import Dispatch
import HTTPServer
import Support
import Synchronization

/// The listening server, and what it answers: that it waits for its store, then the API.
final class Front: Sendable {
  let budget: MemoryBudget
  private let configuration: Configuration
  private let manager: ServiceManager?
  private let responder = APIResponder()
  private let state = Mutex(State())

  private struct State {
    var server: HTTPServer?
    var watchdog: (any DispatchSourceTimer)?
    var isOpen = false
  }

  init(_ configuration: Configuration, _ manager: ServiceManager?) {
    self.configuration = configuration
    self.manager = manager
    budget = MemoryBudget(limit: configuration.limits.memory, ceiling: configuration.limits.memoryCeiling)
  }

  /// The server, which is bound to its port by the first call.
  func server() throws(ServerError) -> HTTPServer {
    if let server = state.withLock({ $0.server }) { return server }
    let server = try HTTPServer(configuration: configuration.server, responder: responder, budget: budget)
    state.withLock { $0.server = server }
    return server
  }

  /// Answers that the server waits, from now on.
  func wait(_ reason: String) throws(ServerError) {
    responder.wait(reason)
    open(try server())
  }

  /// Answers requests from now on.
  func open(_ api: API) {
    // Before the server starts, so that no request gets the answer that it still waits.
    responder.begin(api)
    if let server = state.withLock({ $0.server }) { open(server) }
  }

  private func open(_ server: HTTPServer) {
    let isOpen = state.withLock { state in
      defer { state.isOpen = true }
      return state.isOpen
    }
    guard !isOpen else { return }
    server.start()
    // After the start: units that wait for this one may connect at once.
    manager?.notify(.ready)
    state.withLock { $0.watchdog = Serve.startWatchdog(manager, server) }
  }

  func stopWatchdog() { state.withLock { $0.watchdog?.cancel() } }
}
