/// The progress of a running job: the sessions of the page in memory, and the pace.
struct BatchRun: Sendable {
  /// The sessions of the page that have not begun.
  private var waiting: ArraySlice<SessionID> = []
  private(set) var running = 0
  /// Differs from that of other runs, such as an earlier one of the same job.
  let number: Int
  /// The sessions after the cursor that were done before the start of the process.
  private let done: Set<SessionID>
  private(set) var position = Position.beginning
  /// The time of the next session, in milliseconds since 1970.
  private(set) var nextAt = -Double.infinity
  /// Milliseconds between two sessions.
  private let interval: Double

  /// The last page that was read.
  enum Position: Sendable {
    /// None.
    case beginning
    /// The next one begins after this session.
    case page(SessionID)
    case lastPage
  }

  /// The limit of sessions of one job at a time.
  static let concurrency = 16
  /// The sessions in one page.
  static let page = 256
  /// The milliseconds that a late job may catch up.
  private static let catchUp = 50.0

  init(rate: Int, done: Set<SessionID>, number: Int) {
    interval = 1_000 / Double(rate)
    self.number = number
    self.done = done
  }

  /// The number of sessions of the page that are not done.
  var left: Int { waiting.count + running }

  /// The time of the next session; nil: none can begin.
  var nextDue: Int64? {
    guard !waiting.isEmpty, running < Self.concurrency else { return nil }
    return nextAt == -.infinity ? .min : nextAt.rounded(.up).clampedInteger
  }

  /// Whether the page is done, or none was read.
  var needsPage: Bool { waiting.isEmpty && running == 0 }

  mutating func popDue(_ now: Int64) -> SessionID? {
    // The clock was set back.
    if nextAt > Double(now) + 1_000 + interval { nextAt = Double(now) }
    // A time to begin implies that a session waits, so that `removeFirst` cannot trap.
    guard let due = nextDue, due <= now else { return nil }
    nextAt = max(nextAt, Double(now) - Self.catchUp) + interval
    running += 1
    return waiting.removeFirst()
  }

  mutating func end(_ session: SessionID, isDone: Bool) {
    running -= 1
    if !isDone { waiting.append(session) }
  }

  mutating func add(_ page: SessionPage) {
    waiting = page.items.map(\.session.id).filter { !done.contains($0) }[...]
    position = page.next.map(Position.page) ?? .lastPage
  }
}
