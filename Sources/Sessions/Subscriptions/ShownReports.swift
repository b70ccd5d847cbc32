import Synchronization

/// A device's report that it has drawn a revision of a session.
package struct ShownReport: Sendable, Equatable {
  package let revision: Int
  /// The screen that it shows.
  package let screen: String?
  /// Milliseconds since 1970.
  package let at: Int64

  package init(revision: Int, screen: String?, at: Int64) {
    self.revision = revision
    self.screen = screen
    self.at = at
  }
}

/// A request that waits until a device has drawn a revision.
package final class ShownWaiter: Sendable {
  let revision: Int
  /// Called once, with false when the session was deleted or does not exist; not called after a cancellation.
  private let ended: @Sendable (Bool) -> Void
  private let isOver = Atomic(false)

  package init(revision: Int, ended: @escaping @Sendable (Bool) -> Void) {
    self.revision = revision
    self.ended = ended
  }

  /// Whether the wait has ended or was cancelled.
  var hasEnded: Bool { isOver.load(ordering: .acquiring) }

  func end(_ isShown: Bool) {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { ended(isShown) }
  }

  func cancel() { isOver.store(true, ordering: .releasing) }
}

/// The reports of a session's devices, kept while the session is in memory.
struct ShownReports {
  /// The last report of each device that listens, by the hash of its token; empty for devices without a token.
  private var reports: [[UInt8]: ShownReport] = [:]
  /// The newest revision that a device has reported.
  private var latest = 0
  /// The last known report of each device on all nodes, with several nodes; nil: not read yet.
  private var known: [[UInt8]: ShownReport]?
  private var waiting: [ShownWaiter] = []

  /// Whether no request waits.
  var isEmpty: Bool { waiting.isEmpty }

  subscript(token: [UInt8]?) -> ShownReport? { reports[token ?? []] }

  /// Adds a report.
  ///
  /// - Parameter isKept: Whether the device listens.
  /// - Returns: The waiters whose revision has been reached.
  mutating func add(_ report: ShownReport, by token: [UInt8]?, isKept: Bool) -> [ShownWaiter] {
    if isKept { reports[token ?? []] = report }
    // Known from now on, so that the next read of all nodes does not tell it again.
    known?[token ?? []] = report
    return reach(report.revision)
  }

  /// Records that a device has drawn a revision.
  ///
  /// - Returns: The waiters whose revision has been reached.
  mutating func reach(_ revision: Int) -> [ShownWaiter] {
    latest = max(latest, revision)
    let ended = waiting.filter { $0.revision <= latest }
    waiting.removeAll { $0.revision <= latest }
    return ended
  }

  /// Merges the last reports of the devices on all nodes.
  ///
  /// - Returns: Those that were not known; none at the first time.
  mutating func mergeNew(_ stored: [[UInt8]: ShownReport]) -> [[UInt8]: ShownReport] {
    guard let known else {
      self.known = stored
      return [:]
    }
    let new = stored.filter { token, report in
      known[token].map { $0.at < report.at || $0.revision < report.revision } ?? true
    }
    self.known = known.filter { stored[$0.key] != nil }.merging(stored) { $0.at < $1.at ? $1 : $0 }
    return new
  }

  /// Adds a waiter, unless it was cancelled, such as by a client that has disconnected.
  ///
  /// - Returns: false when its revision has been reached already; the waiter was not added then.
  mutating func add(_ waiter: ShownWaiter) -> Bool {
    guard waiter.revision > latest else { return false }
    if !waiter.hasEnded { waiting.append(waiter) }
    return true
  }

  mutating func remove(_ waiter: ShownWaiter) { waiting.removeAll { $0 === waiter } }

  mutating func removeWaiters() -> [ShownWaiter] {
    defer { waiting = [] }
    return waiting
  }

  /// Forgets the report of a device that no longer listens.
  ///
  /// - Parameter subscriptions: Those that stay.
  mutating func forget(_ removed: Subscription, beside subscriptions: [Subscription]) {
    let token = removed.token ?? []
    guard reports[token] != nil, !subscriptions.contains(where: { ($0.token ?? []) == token }) else { return }
    reports[token] = nil
  }
}
