import Navigation

/// The chains of timers of a session, each set by the action of the one before.
///
/// An endless chain with a short delay would make a revision at each moment, so a long chain is slowed down. In memory
/// only: a chain begins anew when its session is loaded again.
struct TimerChains: Sendable {
  private var links: [Timer.ID: Link] = [:]
  /// The times at which slowed timers have fired, by the first timers of their chains.
  private var fired: [Timer.ID: Int64] = [:]

  private struct Link {
    let length: Int
    let setAt: Int64
    let first: Timer.ID
  }

  /// The number of timers that led to a timer.
  func length(of id: Timer.ID) -> Int { links[id]?.length ?? 0 }

  /// The time before which a timer must not fire, in milliseconds since 1970. Of a chain that branches, one slowed timer
  /// fires a second.
  func earliest(of id: Timer.ID) -> Int64 {
    guard let link = links[id], link.length > MessageDispatcher.longestChain else { return .min }
    return max(link.setAt, fired[link.first] ?? .min) + MessageDispatcher.slowness
  }

  /// Records the timers that the action of a fired timer has set.
  ///
  /// - Parameters:
  ///   - timer: The fired timer.
  ///   - timers: The pending timers after the action.
  ///   - former: The ids of those before it.
  mutating func extend(from timer: Timer, to timers: [Timer], former: Set<Timer.ID>, at now: Int64) {
    let id = timer.id
    let first = links[id]?.first ?? id
    // A recurring timer that goes on is no new one: it has its own pace.
    let former = timer.recurrence == nil ? former.subtracting([id]) : former
    // A timer counts its siblings, since each of them may begin a chain of its own.
    let length = self.length(of: id) + max(1, timers.count { !former.contains($0.id) })
    if self.length(of: id) > MessageDispatcher.longestChain { fired[first] = now }
    var next: [Timer.ID: Link] = [:]
    for timer in timers {
      next[timer.id] = former.contains(timer.id) ? links[timer.id] : Link(length: length, setAt: now, first: first)
    }
    links = next
    if !fired.isEmpty {
      // Chains without a pending timer are over, and would otherwise stay in memory with the session.
      let firsts = Set(links.values.map(\.first))
      fired = fired.filter { firsts.contains($0.key) }
    }
  }
}
