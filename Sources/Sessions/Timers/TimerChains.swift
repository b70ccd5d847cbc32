import Navigation

/// The chains of timers of a session, each set by the action of the one before.
///
/// An endless chain with a short delay would make a revision at each moment, so a long chain is slowed down. In memory
/// only: a chain begins anew when its session is loaded again.
struct TimerChains: Sendable {
  private var links: [Timer.ID: Link] = [:]

  private struct Link {
    let length: Int
    let setAt: Int64
  }

  /// The number of timers that led to a timer.
  func length(of id: Timer.ID) -> Int { links[id]?.length ?? 0 }

  /// The time before which a timer must not fire, in milliseconds since 1970.
  func earliest(of id: Timer.ID) -> Int64 {
    guard let link = links[id], link.length > MessageDispatcher.longestChain else { return .min }
    return link.setAt + MessageDispatcher.slowness
  }

  /// Notes the timers that the action of a fired timer has set.
  ///
  /// - Parameters:
  ///   - timers: The pending timers after the action.
  ///   - former: The ids of those before it.
  mutating func extend(from fired: Timer.ID, to timers: [Timer], former: Set<Timer.ID>, at now: Int64) {
    let length = (links[fired]?.length ?? 0) + 1
    var next: [Timer.ID: Link] = [:]
    for timer in timers {
      next[timer.id] = former.contains(timer.id) ? links[timer.id] : Link(length: length, setAt: now)
    }
    links = next
  }
}
