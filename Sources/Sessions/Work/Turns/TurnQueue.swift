import Dispatch
import Glibc
import Support
import Synchronization

/// The queue of costly work, which threads of its own do in turns, so that it holds up no event loop.
///
/// Apps take turns, then the lanes of an app, such as the requests to one session. The work of a lane is done in its
/// order, and a long one in several turns. Each lane and each app has a share of the queue.
package final class TurnQueue: Sendable {
  /// A part of costly work.
  package struct Turn: Sendable {
    /// Returns the next part of the work, which comes before the rest of its lane; nil: the work is over.
    let run: @Sendable () -> Turn?

    init(_ run: @escaping @Sendable () -> Turn?) {
      self.run = run
    }
  }

  /// Work that is done in its order.
  package enum Lane: Hashable, Sendable {
    /// Requests that may change a session, and those behind them.
    case changes(SessionID)
    /// Costly reads of a session, which hold nothing up.
    case reads(SessionID)
    case creations(app: String)
    /// Changes of an app's definition, which takes seconds to compile.
    case definitions(app: String)
    /// Descriptions of an app for its clients.
    case descriptions(app: String)
    /// Requests of a client that concern no session and no app.
    case client(String)
  }

  /// The evaluation steps that a thread other than those of the queue may take at once: a millisecond at most.
  static let stepsOutside = 2_000
  /// The evaluation steps of a turn, after which work pauses.
  static let stepsOfTurn = 10_000

  /// The evaluation steps that a turn may take with the lock of the session: more than those of any single action.
  static let stepsUnderLock = 32_000

  /// The bytes of outputs that the turns write in a second. A short action can write a long one, and the disk is for all.
  private static let outputRate = 16 << 20

  /// The lane whose turn runs on this thread.
  private static let lane = ThreadValue<Lane>()
  fileprivate static var current: Lane? { lane.current }

  private let name: String
  /// The waiting work of a lane, and of an app, beyond which clients get no more.
  private let (mostOfLane, mostOfApp): (Int, Int)
  private let state = Mutex(State())
  /// The number of lanes with changes, of all sessions.
  private let heldSessions = Atomic(0)
  private let runningTurns = Atomic(0)
  /// The microseconds that a thread rests after its turn.
  private let owedRest = Atomic(0)
  private let readyLanes = DispatchSemaphore(value: 0)
  private let turns = Counter()
  private let refused = Counter()

  fileprivate struct State {
    var lanes: [Lane: Work] = [:]
    /// The lanes that wait for a turn.
    var ready = FairQueue<String, Lane>()
    /// The waiting work by app.
    var waiting: [String: Int] = [:]
    var isClosed = false
  }

  fileprivate struct Work {
    let app: String
    var turns: [Turn] = []
  }

  /// - Parameters:
  ///   - name: The label of its metrics.
  ///   - mostOfLane: The waiting work of a lane beyond which clients get no more.
  ///   - mostOfApp: The same for all lanes of an app.
  package init(_ name: String = "sessions", mostOfLane: Int = 64, mostOfApp: Int = 256) {
    self.name = name
    self.mostOfLane = mostOfLane
    self.mostOfApp = mostOfApp
  }

  /// Adds work behind the other work of its lane. Work that a turn of the same lane adds comes next.
  ///
  /// - Returns: false when the share of the lane or the app is used up.
  package func add(_ work: @escaping @Sendable () -> Void, to lane: Lane, of app: String) -> Bool {
    add(
      Turn {
        work()
        return nil
      }, to: lane, of: app)
  }

  /// Waits for a turn of a lane. The caller has it until it waits again.
  ///
  /// - Returns: false when the share of the lane or the app is used up.
  func turn(in lane: Lane, of app: String) async -> Bool {
    await awaiting { [self] isGiven in
      if !add({ isGiven(true) }, to: lane, of: app) { isGiven(false) }
    }
  }

  func add(_ turn: Turn, to lane: Lane, of app: String) -> Bool {
    let (isTaken, isReady) = state.withLock { $0.add(turn, to: lane, of: app, (mostOfLane, mostOfApp)) }
    if !isTaken { refused.increment() }
    if isReady {
      if case .changes = lane { heldSessions.wrappingAdd(1, ordering: .relaxed) }
      readyLanes.signal()
    }
    return isTaken
  }

  /// Whether a turn runs on this thread. The value of the thread is looked up only while turns run on some thread.
  var runsHere: Bool { runningTurns.load(ordering: .relaxed) > 0 && Self.current != nil }

  /// Makes a thread rest after its turn for as long as other clients are to have the disk.
  func owe(forWriting bytes: Int) {
    owedRest.wrappingAdd(bytes * 1_000_000 / Self.outputRate, ordering: .relaxed)
  }

  /// Whether requests to some session have to wait behind others.
  var holdsSessions: Bool { heldSessions.load(ordering: .relaxed) > 0 }

  /// Whether requests to a session have to wait behind others, in the lane of its changes.
  func isHeld(_ id: SessionID) -> Bool {
    guard holdsSessions, Self.current != .changes(id) else { return false }
    return state.withLock { $0.lanes[.changes(id)] != nil }
  }

  /// Whether a lane has work.
  func isBusy(_ lane: Lane) -> Bool { state.withLock { $0.lanes[lane] != nil } }

  /// Runs the next turn.
  ///
  /// - Returns: false when no work waits.
  @discardableResult package func runNext() -> Bool {
    guard let (lane, turn) = state.withLock({ $0.begin() }) else { return false }
    turns.increment()
    runningTurns.wrappingAdd(1, ordering: .relaxed)
    let next = Self.lane.withValue(lane) { turn.run() }
    runningTurns.wrappingSubtract(1, ordering: .relaxed)
    let rest = owedRest.exchange(0, ordering: .relaxed)
    if rest > 0 { usleep(UInt32(clamping: rest)) }
    if state.withLock({ $0.end(lane, next) }) {
      readyLanes.signal()
    } else if case .changes = lane {
      heldSessions.wrappingSubtract(1, ordering: .relaxed)
    }
    return true
  }

  /// Runs turns until the queue is closed.
  package func run() {
    repeat { readyLanes.wait() } while runNext()
  }

  /// Lets `run` return on each of the threads. Waiting work is dropped.
  ///
  /// - Parameter threads: The number of threads.
  package func close(threads: Int) {
    state.withLock { $0 = State(isClosed: true) }
    for _ in 0..<threads { readyLanes.signal() }
  }

  /// Writes the metrics of several queues.
  package static func report(_ queues: [TurnQueue], in text: inout MetricsText) {
    text.begin("navstate_turns_waiting", .gauge, "Costly requests that wait for a turn, or run, by queue.")
    for queue in queues { text.series(queue.waiting, ["queue": queue.name]) }
    text.begin(
      "navstate_turns_total", .counter, "Steps of costly requests performed outside the event loops, by queue.")
    for queue in queues { text.series(queue.turns.value, ["queue": queue.name]) }
    text.begin(
      "navstate_turns_refused_total", .counter,
      "Costly requests that were refused because a session or an app had too many, by queue.")
    for queue in queues { text.series(queue.refused.value, ["queue": queue.name]) }
  }

  private var waiting: Int { state.withLock { $0.waiting.values.reduce(0, +) } }
}

extension TurnQueue.State {
  /// - Parameter limits: The shares of a lane and of an app.
  /// - Returns: Whether the work is taken, and whether a turn can run for it at once.
  fileprivate mutating func add(
    _ turn: TurnQueue.Turn, to lane: TurnQueue.Lane, of app: String, _ limits: (lane: Int, app: Int)
  ) -> (isTaken: Bool, isReady: Bool) {
    // Dropped, as what waited was dropped when the queue was closed.
    guard !isClosed else { return (true, false) }
    let known = lanes[lane]
    // A request that adds a turn to the lane in which it runs has been admitted before.
    if TurnQueue.current != lane,
      known?.turns.count ?? 0 >= limits.lane || waiting[known?.app ?? app] ?? 0 >= limits.app
    {
      return (false, false)
    }
    waiting[known?.app ?? app, default: 0] += 1
    if known == nil {
      lanes[lane] = TurnQueue.Work(app: app, turns: [turn])
      ready.append(lane, of: app)
      return (true, true)
    }
    // The turn that runs is not among them.
    let end = TurnQueue.current == lane ? 0 : lanes[lane]?.turns.count ?? 0
    lanes[lane]?.turns.insert(turn, at: end)
    return (true, false)
  }

  /// Takes the next turn; its lane has no other until `end`.
  fileprivate mutating func begin() -> (TurnQueue.Lane, TurnQueue.Turn)? {
    guard let lane = ready.removeFirst(), let turn = lanes[lane]?.turns.removeFirst() else { return nil }
    return (lane, turn)
  }

  /// - Parameter next: The next part of the work.
  /// - Returns: Whether the lane has further work.
  fileprivate mutating func end(_ lane: TurnQueue.Lane, _ next: TurnQueue.Turn?) -> Bool {
    guard let app = lanes[lane]?.app else { return false }
    if let next {
      lanes[lane]?.turns.insert(next, at: 0)
    } else {
      let rest = waiting[app, default: 1] - 1
      waiting[app] = rest > 0 ? rest : nil
    }
    guard lanes[lane]?.turns.isEmpty == false else {
      lanes[lane] = nil
      return false
    }
    ready.append(lane, of: app)
    return true
  }
}
