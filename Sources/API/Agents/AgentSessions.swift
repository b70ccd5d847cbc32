import Support
import Synchronization

/// The sessions of the transport: agents that have sent `initialize` to this node. They are in memory only, so an agent
/// initializes anew after a restart.
final class AgentSessions: Sendable {
  private let elapsed: MonotonicClock
  private let table = Mutex(Table())

  fileprivate struct Table {
    var sessions: [String: AgentSession] = [:]
    /// The number of sessions by account.
    var counts: [[UInt8]: Int] = [:]
    var nextSweep: Int64 = 0
  }

  /// The limits of sessions, of one caller and of all.
  private static let mostOfCaller = 1_024
  private static let most = 8_192
  /// Nanoseconds without a message after which a session ends that has no stream.
  static let idle: Int64 = 1_800_000_000_000

  init(elapsed: @escaping MonotonicClock) {
    self.elapsed = elapsed
  }

  func report(in text: inout MetricsText) {
    text.gauge("navstate_mcp_sessions", "MCP sessions of agents on this node.", table.withLock { $0.sessions.count })
  }

  /// Begins a session. At a limit the one ends that was used least recently; its agent initializes anew.
  ///
  /// - Parameters:
  ///   - holder: The credential, which alone may use the session.
  ///   - account: The credential, or the address of one that is not known: its sessions count towards one limit.
  ///   - path: The path of the URL.
  func begin(for holder: [UInt8], of account: [UInt8], at path: String) -> AgentSession {
    let now = elapsed()
    let session = AgentSession(id: Token().text, holder: holder, account: account, path: path, at: now)
    let ended = table.withLock { table in
      let ended = table.makeRoom(for: account, at: now)
      table.sessions[session.id] = session
      table.counts[account, default: 0] += 1
      return ended
    }
    for session in ended { session.end() }
    return session
  }

  /// Finds a session of the caller and the path, and notes its use; nil: there is none.
  func find(_ id: String, of holder: [UInt8], at path: String) -> AgentSession? {
    let now = elapsed()
    guard let session = table.withLock({ $0.sessions[id] }), session.holder == holder, session.path == path else {
      return nil
    }
    if session.isIdle(at: now) {
      end(session)
      return nil
    }
    session.use(at: now)
    return session
  }

  /// Forgets a stream that has ended. The session stays for as long as after a message.
  func forget(_ stream: AgentStream, of session: AgentSession) {
    session.use(at: elapsed())
    session.forget(stream)
  }

  func end(_ session: AgentSession) {
    table.withLock { $0.remove(session) }
    session.end()
  }
}

extension AgentSessions.Table {
  /// Removes idle sessions, and at a limit the one that was used least recently, without a stream if there is one.
  fileprivate mutating func makeRoom(for account: [UInt8], at now: Int64) -> [AgentSession] {
    var ended: [AgentSession] = []
    if now >= nextSweep {
      ended = sessions.values.filter { $0.isIdle(at: now) }
      nextSweep = now + AgentSessions.idle / 8
    }
    for session in ended { remove(session) }
    let isCallersLimit = counts[account, default: 0] >= AgentSessions.mostOfCaller
    guard isCallersLimit || sessions.count >= AgentSessions.most else { return ended }
    let candidates = sessions.values.filter { !isCallersLimit || $0.account == account }
    // One with a stream is in use: callers without it, who may be many, do not end it.
    let idlest = candidates.min { ($0.hasStream ? 1 : 0, $0.lastUse) < ($1.hasStream ? 1 : 0, $1.lastUse) }
    if let oldest = idlest {
      remove(oldest)
      ended.append(oldest)
    }
    return ended
  }

  fileprivate mutating func remove(_ session: AgentSession) {
    guard sessions.removeValue(forKey: session.id) != nil, let count = counts[session.account] else { return }
    counts[session.account] = count > 1 ? count - 1 : nil
  }
}

/// A session of the transport.
final class AgentSession: Sendable {
  let id: String
  let holder: [UInt8]
  let account: [UInt8]
  let path: String
  private let state: Mutex<State>

  private struct State {
    var lastUse: Int64
    var stream: AgentStream?
    /// The resources to whose changes the agent has subscribed.
    var resources: Set<String> = []
    /// The digest of the tools that the agent knows; nil: it has not listed them.
    var tools: [UInt8]?
  }

  init(id: String, holder: [UInt8], account: [UInt8], path: String, at now: Int64) {
    self.id = id
    self.holder = holder
    self.account = account
    self.path = path
    state = Mutex(State(lastUse: now))
  }

  /// The limit of subscriptions.
  static let mostResources = 100

  var lastUse: Int64 { state.withLock { $0.lastUse } }
  var stream: AgentStream? { state.withLock { $0.stream } }
  var hasStream: Bool { state.withLock { $0.stream != nil } }
  var resources: Set<String> { state.withLock { $0.resources } }
  var knownTools: [UInt8]? { state.withLock { $0.tools } }

  func use(at now: Int64) { state.withLock { $0.lastUse = now } }

  func know(_ tools: [UInt8]) { state.withLock { $0.tools = tools } }

  func isIdle(at now: Int64) -> Bool {
    state.withLock { $0.stream == nil && now - $0.lastUse > AgentSessions.idle }
  }

  /// - Returns: Whether there is room for the subscription.
  func subscribe(to resource: String) -> Bool {
    state.withLock { state in
      guard state.resources.contains(resource) || state.resources.count < Self.mostResources else { return false }
      state.resources.insert(resource)
      return true
    }
  }

  func unsubscribe(from resource: String) { _ = state.withLock { $0.resources.remove(resource) } }

  /// Sets the stream. A former one ends: its agent has lost it, or opens another in its place.
  func open(_ stream: AgentStream) {
    let former = state.withLock { state in
      defer { state.stream = stream }
      return state.stream
    }
    former?.finish()
  }

  /// Forgets a stream, unless there is another one.
  fileprivate func forget(_ stream: AgentStream) {
    state.withLock { state in
      if state.stream === stream { state.stream = nil }
    }
  }

  func end() {
    let stream = state.withLock { $0.stream.take() }
    stream?.finish()
  }
}
