import HTTP
import JSON
import Sessions
import Support
import Synchronization

/// The operators, and the event streams of them and the admin, which end with their tokens.
///
/// Looked up by the hash of a token. The journal persists them; this type does not.
package final class Operators: Sendable {
  static let limit = 1_000
  /// The beginning of each token, so that other tokens need not be looked up.
  static let prefix = "o_"

  /// Whether a token may be an operator's, by its beginning.
  static func mayBeToken(_ token: ArraySlice<UInt8>) -> Bool { token.starts(with: prefix.utf8) }

  private let state: Mutex<State>
  private let timer: (any WakeupTimer)?
  private let now: WallClock

  fileprivate struct State {
    /// By id.
    var operators: [String: StoredOperator] = [:]
    /// The ids, by the hashes of the tokens.
    var ids: [[UInt8]: String] = [:]
    /// The reserved names: these operators are not durable yet.
    var beginning: Set<ExactString> = []
    var streams: [Int: OpenStream] = [:]
    var lastStream = 0
    /// When operators were deleted, by the hashes of their tokens.
    var ended: [[UInt8]: Int64] = [:]
  }

  fileprivate struct OpenStream {
    /// Nil: the admin.
    let holder: StoredOperator?
    let stream: any ContentStream
  }

  /// - Parameter timer: Fires when the token of an open stream expires; nil: such a stream stays.
  package init(_ stored: [StoredOperator] = [], timer: (any WakeupTimer)? = nil, now: @escaping WallClock) {
    var state = State()
    for holder in stored { state.add(holder) }
    self.state = Mutex(state)
    self.timer = timer
    self.now = now
    timer?.begin { [weak self] in self?.endExpiredStreams() }
  }

  /// The operator that a token is valid for.
  ///
  /// - Parameter hash: SHA-256 of a possible token. The duration of the lookup reveals nothing about stored tokens.
  func holder(of hash: [UInt8]) -> StoredOperator? {
    let now = now()
    return state.withLock { state in
      state.ids[hash].flatMap { state.operators[$0] }.flatMap { $0.isValid(at: now) ? $0 : nil }
    }
  }

  /// The time at which the token of an operator ended; nil: it has not, or is none of an operator.
  ///
  /// - Parameter hash: SHA-256 of a possible token.
  func end(of hash: [UInt8]) -> Int64? {
    state.withLock { state in
      state.ended[hash] ?? state.ids[hash].flatMap { state.operators[$0]?.expiresAt }
    }
  }

  /// All, by name.
  var all: [StoredOperator] { state.withLock { $0.operators.values.sorted { $0.name < $1.name } } }

  func contains(_ id: String) -> Bool { state.withLock { $0.operators[id] != nil } }

  /// Reserves the name of an operator that is about to be written.
  func reserve(_ name: String) throws(Problem) {
    try state.withLock { state throws(Problem) in
      let isTaken = state.operators.values.contains { $0.name.isIdentical(to: name) }
      guard !isTaken, !state.beginning.contains(ExactString(name)) else {
        throw .operatorExists(name)
      }
      guard state.operators.count + state.beginning.count < Self.limit else {
        throw Problem(
          409, "too-many-tokens",
          "Operator limit reached: \(Self.limit). Delete one with `DELETE /v1/admin/tokens/{id}`.")
      }
      state.beginning.insert(ExactString(name))
    }
  }

  /// Releases the name of an operator that was not written.
  func release(_ name: String) { state.withLock { _ = $0.beginning.remove(ExactString(name)) } }

  /// Adds an operator that is now durable.
  package func add(_ holder: StoredOperator) {
    state.withLock { state in
      state.beginning.remove(ExactString(holder.name))
      state.add(holder)
    }
  }

  /// Removes an operator, whose streams end.
  ///
  /// - Returns: Whether it existed.
  package func remove(_ id: String) -> Bool {
    let now = now()
    let (isKnown, ended) = state.withLock { state in
      let removed = state.operators.removeValue(forKey: id)
      if let removed { state.end(removed, at: now) }
      return (removed != nil, state.removeStreams { $0?.id == id })
    }
    for stream in ended { stream.finish() }
    return isKnown
  }

  // MARK: Event streams

  /// Opens a stream that ends with the token of its operator, or with those of the admin.
  ///
  /// - Parameters:
  ///   - holder: The operator; nil: the admin.
  ///   - open: Opens the stream, and calls its argument when it has closed.
  func stream(
    of holder: StoredOperator?, _ open: (_ onClose: @escaping @Sendable () -> Void) -> any ContentStream
  ) -> any ContentStream {
    let number = state.withLock { state in
      state.lastStream += 1
      return state.lastStream
    }
    let stream = open { [weak self] in self?.state.withLock { _ = $0.streams.removeValue(forKey: number) } }
    let isEnded = state.withLock { state in
      // It may have been deleted since the request was permitted.
      if let holder, state.operators[holder.id] == nil { return true }
      if !stream.isClosed { state.streams[number] = OpenStream(holder: holder, stream: stream) }
      return false
    }
    if isEnded { stream.finish() } else if holder?.expiresAt != nil { endExpiredStreams() }
    return stream
  }

  /// Ends the streams of the admin, whose tokens have changed. Those with a token that has stayed can be opened again.
  func endAdminStreams() {
    let ended = state.withLock { state in state.removeStreams { $0 == nil } }
    for stream in ended { stream.finish() }
  }

  /// Ends the streams of expired operators, and sets the timer for the next.
  private func endExpiredStreams() {
    let now = now()
    let (ended, next) = state.withLock { state in
      let ended = state.removeStreams { $0?.isValid(at: now) == false }
      return (ended, state.streams.values.compactMap(\.holder?.expiresAt).min())
    }
    for stream in ended { stream.finish() }
    if let next { timer?.fire(at: next) }
  }
}

extension Operators.State {
  fileprivate mutating func add(_ holder: StoredOperator) {
    operators[holder.id] = holder
    ids[holder.hash] = holder.id
  }

  fileprivate mutating func end(_ holder: StoredOperator, at time: Int64) {
    ids[holder.hash] = nil
    // Only what tells a former holder the reason is lost.
    if ended.count >= Operators.limit { ended = [:] }
    ended[holder.hash] = min(time, holder.expiresAt ?? time)
  }

  fileprivate mutating func removeStreams(of isEnded: (StoredOperator?) -> Bool) -> [any ContentStream] {
    let ended = streams.filter { isEnded($0.value.holder) }
    for number in ended.keys { streams[number] = nil }
    return ended.values.map(\.stream)
  }
}

extension Problem {
  static func operatorExists(_ name: String) -> Problem {
    Problem(409, "token-exists", "There is an operator \"\(name)\" already. Delete it, or use another name.")
  }
}
