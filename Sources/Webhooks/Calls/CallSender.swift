import Synchronization
import Support

/// Sends the requests of calls, each once, and returns the answers.
///
/// Starts its thread with the first request. Stores nothing and repeats nothing itself.
package final class CallSender: Sendable {
  private let allowed: [AllowedHost]
  let transport: TransportOptions
  let wakeup: EventFD
  private let state = Mutex(State())

  private struct State {
    var queue: [Job] = []
    var isStopped = false
    var worker: Worker?

    mutating func takeQueue() -> [Job]? {
      if isStopped { return nil }
      defer { queue = [] }
      return queue
    }
  }

  struct Job: Sendable {
    let call: OutgoingCall
    let ended: UnsafeContinuation<CallOutcome, Never>
  }

  /// - Parameter allowed: The hosts that calls may address.
  package init(allowing allowed: [AllowedHost], over transport: TransportOptions = TransportOptions()) {
    self.allowed = allowed
    self.transport = transport
    guard let wakeup = EventFD() else { preconditionFailure("eventfd failed: no descriptor is left") }
    self.wakeup = wakeup
  }

  /// Sends a request. Does not return any more after `stop`.
  package func send(_ call: OutgoingCall) async -> CallOutcome {
    // Before a thread or a connection is made: a call that a client controls costs nothing unless its host is allowed.
    guard isAllowed(call.url) else { return .refused(reason: "not-allowed") }
    // Unsafe, since a checked continuation reports a stop, which forgets the calls in flight.
    return await withUnsafeContinuation { ended in
      state.withLock { state in
        guard !state.isStopped else { return }
        state.queue.append(Job(call: call, ended: ended))
        if state.worker == nil { state.worker = Worker { [self] in CallLoop(self).run() } }
      }
      wakeup.signal()
    }
  }

  /// The address is checked again when a connection is opened.
  private func isAllowed(_ url: String) -> Bool {
    guard let host = Webhook.host(of: url), transport.addresses.mayReach(host) else { return false }
    return allowed.contains { $0.matches(url) }
  }

  /// Cancels the requests in flight, and waits for the end of the thread.
  package func stop() {
    let worker = state.withLock { state in
      state.isStopped = true
      state.queue = []
      return state.worker.take()
    }
    wakeup.signal()
    worker?.join()
  }

  /// Returns the new jobs; nil when the sender has stopped.
  func take() -> [Job]? {
    // Before the queue is taken: a job that is added afterwards signals again.
    wakeup.clear()
    return state.withLock { $0.takeQueue() }
  }
}
