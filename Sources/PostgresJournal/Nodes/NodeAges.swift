import Sessions

/// The living nodes, and since when this one has seen each of them.
struct NodeAges {
  /// Nanoseconds of a monotonic clock.
  private var firstSeen: [String: Int] = [:]

  /// Nanoseconds after which all nodes have seen another one: two heartbeats.
  private static let settlingTime = 2 * Heartbeat.interval * 1_000

  /// Records the nodes that live.
  ///
  /// - Parameters:
  ///   - node: The name of this node.
  ///   - now: Nanoseconds of the monotonic clock.
  /// - Returns: The division of work among them.
  mutating func record(living: [String], by node: String, at now: Int) -> Membership {
    firstSeen = Dictionary(living.map { ($0, firstSeen[$0] ?? now) }) { first, _ in first }
    // Nobody else can be at work, so there is nothing to wait for (decision 0088).
    guard living != [node] else { return Membership(node: node, living: living) }
    let settled = living.filter { now - firstSeen[$0, default: now] >= Self.settlingTime }
    return Membership(node: node, living: living, settled: settled)
  }
}
