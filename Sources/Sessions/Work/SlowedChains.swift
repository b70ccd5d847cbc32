import Navigation

/// A chain of timers, messages or calls in a session, each caused by the one before, that was slowed down because it
/// seems to be endless.
package struct SlowedChain: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case timers, messages, calls
  }

  let kind: Kind
  /// The number of timers, messages or calls so far.
  let length: Int
  /// The type of the last action of the chain.
  let action: String
  /// The time of that action in milliseconds since 1970.
  let at: Int64
}

/// The slowed chains of a session, the last one of each kind. In memory only.
struct SlowedChains: Sendable {
  private var chains: [SlowedChain] = []

  mutating func record(_ kind: SlowedChain.Kind, length: Int, _ action: Action?, at now: Int64) {
    chains.removeAll { $0.kind == kind }
    chains.append(SlowedChain(kind: kind, length: length, action: action?.innermostType ?? "", at: now))
  }

  /// The chains that go on: those with an action within the last minute.
  func active(at now: Int64) -> [SlowedChain] {
    chains.isEmpty ? [] : chains.filter { $0.at > now - Self.memory }
  }

  /// The time after which a chain counts as ended in milliseconds: the longest one between two calls without a repeated
  /// attempt.
  private static let memory: Int64 = 60_000
}
