import Navigation
import RandomNumbers
import Sessions

/// Three nodes that serve the same sessions over one database, with clients that check the answers of all nodes.
///
/// The sessions are the real ones. The seed decides everything else: the requests of the clients and their nodes, the
/// next task of each node, the lost connections, the lost hints, and the killed nodes. The same seed gives the same
/// run.
///
/// Invariant of `@unchecked Sendable`: one thread runs a simulation, from `init` to the end of `run`.
package final class NodesSimulation: @unchecked Sendable {
  package struct Settings: Sendable {
    /// Whether commits compare the session's token. false: a control that must fail.
    package var comparesTokens = true
    package var checks = Checks.always
    package init() {}
  }

  /// The sessions that a check compares with the database.
  package enum Checks: String, Sendable {
    case always, never
    /// Those with a hint from another node since their last comparison.
    case hintedOnly
  }

  package struct Report: Sendable, Equatable {
    package let seed: UInt64
    package let figures: Figures
    /// The first fault; nil: none.
    package let violation: String?
  }

  package struct Figures: Sendable, Equatable {
    package var acknowledged = 0
    package var reads = 0
    package var kills = 0
    package var lostConnections = 0
    package var lostHints = 0
    package var messages = 0
    package var fired = 0
    /// Reads of revisions that were pruned.
    package var pruned = 0

    package init() {}

    package mutating func add(_ other: Figures) {
      acknowledged += other.acknowledged
      reads += other.reads
      kills += other.kills
      lostConnections += other.lostConnections
      lostHints += other.lostHints
      messages += other.messages
      fired += other.fired
      pruned += other.pruned
    }

    package var text: String {
      """
      \(acknowledged) changes acknowledged, \(reads) reads, \(pruned) of them pruned, \(fired) timers fired, \
      \(messages) messages delivered; \
      \(kills) nodes killed, \(lostConnections) connections lost in a commit, \(lostHints) hints lost
      """
    }
  }

  let seed: UInt64
  let settings: Settings
  var chance: SplitMix64
  var figures = Figures()
  private(set) var violation: String?
  /// Receives a line for each event.
  package var log: ((String) -> Void)?

  /// Milliseconds since 1970.
  private(set) var now: Int64 = 1_767_323_045_678
  var database: SharedDatabase
  var ledger = NodesLedger()
  private(set) var nodes: [SimulatedNode] = []
  private var nextNode = 0
  private var tasks: [(queue: SerialQueue, body: @Sendable () -> Void)] = []
  private let limits: SessionLimits
  private var isCalm = false

  private static let nodeCount = 3

  package init(seed: UInt64, settings: Settings = Settings()) {
    self.seed = seed
    self.settings = settings
    chance = SplitMix64(seed: seed)
    database = SharedDatabase(comparesTokens: settings.comparesTokens)
    var limits = SessionLimits()
    if chance.once(in: 3) { limits.memory = 8_000 * chance.upTo(8) }
    limits.storeTimeout = .max / 4
    self.limits = limits
  }

  /// Runs to the end, or to the first fault.
  package func run() -> Report {
    for _ in 0..<Self.nodeCount { startNode() }
    for _ in 0..<(100 + chance.upTo(500)) where violation == nil { move() }
    if violation == nil { end() }
    let report = Report(seed: seed, figures: figures, violation: violation)
    // The nodes refer to the simulation.
    (tasks, nodes) = ([], [])
    return report
  }

  func fail(_ text: @autoclosure () -> String) {
    if violation == nil { violation = text() }
  }

  func say(_ text: @autoclosure () -> String) { log?("\(now) \(text())") }

  func makeID() -> SessionID { SessionID(from: &chance) }

  // MARK: Moves

  private func move() {
    switch chance.upTo(100) {
    case 1...30: ask()
    case 31...90: runTask()
    case 91...96: passTime(Int64(chance.upTo(700)))
    case 97: if chance.once(in: 2) { replaceNode() }
    case 98: prune()
    default: fireTimers()
    }
  }

  private func passTime(_ milliseconds: Int64) { now += milliseconds }

  private func prune() {
    var retention = Retention()
    retention.revisions = chance.upTo(8)
    nodes[chance.upTo(nodes.count) - 1].registry.compact(retention) {}
  }

  private func fireTimers() {
    for node in nodes {
      node.timers.advance(to: now)
      node.messages.advance(to: now)
    }
  }

  /// A connection of a node, or its background thread. Its tasks run in their order.
  struct SerialQueue: Hashable {
    let node: Int
    let number: Int
  }

  func add(to queue: SerialQueue, _ body: @escaping @Sendable () -> Void) { tasks.append((queue, body)) }

  /// Runs the next task of any queue.
  ///
  /// - Returns: false when there is none.
  @discardableResult
  private func runTask() -> Bool {
    guard !tasks.isEmpty else { return false }
    let queue = tasks[chance.upTo(tasks.count) - 1].queue
    guard let index = tasks.firstIndex(where: { $0.queue == queue }) else { return false }
    tasks.remove(at: index).body()
    return true
  }

  // MARK: Nodes

  private func startNode() {
    nextNode += 1
    nodes.append(SimulatedNode(nextNode, in: self, limits: limits))
    for node in nodes { node.journal.take(membership(of: node.number)) }
  }

  /// Kills a node and starts another one. The tasks of the former never run.
  private func replaceNode() {
    let killed = nodes.remove(at: chance.upTo(nodes.count) - 1)
    say("node \(killed.number) is killed")
    figures.kills += 1
    tasks.removeAll { $0.queue.node == killed.number }
    database.releaseAll(of: killed.number)
    ledger.forget(node: killed.number)
    startNode()
  }

  func membership(of node: Int) -> Membership {
    Membership(node: "n\(node)", living: (nodes.map(\.number) + [node]).uniqued.map { "n\($0)" })
  }

  /// Sends hints to the other nodes, of which some are lost.
  func announce(_ sessions: [SessionID], from node: Int) {
    for other in nodes where other.number != node {
      if chance.once(in: 4) {
        figures.lostHints += 1
      } else {
        add(to: SerialQueue(node: other.number, number: 5)) { other.journal.hear(sessions) }
      }
    }
  }

  // MARK: Connections

  enum LostConnection {
    case beforeCommit, afterCommit
  }

  func mayLoseConnection() -> LostConnection? {
    guard !isCalm, chance.once(in: 12) else { return nil }
    figures.lostConnections += 1
    return chance.once(in: 2) ? .beforeCommit : .afterCommit
  }

  /// Whether a batch whose connection was lost could be sent again in time.
  func isResolved() -> Bool { !chance.once(in: 4) }

  // MARK: End

  /// Completes all tasks, timers and messages, then compares the database with the received answers.
  private func end() {
    isCalm = true
    var isQuiet = 0
    for _ in 0..<50_000 where isQuiet < 20 && violation == nil {
      if runTask() { continue }
      isQuiet = database.isQuiet ? isQuiet + 1 : 0
      passTime(600)
      fireTimers()
    }
    audit()
  }
}

extension SharedDatabase {
  /// Whether no timer is pending and no message waits.
  fileprivate var isQuiet: Bool { messages.isEmpty && sessions.values.allSatisfy(\.timers.isEmpty) }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in the same order.
  fileprivate var uniqued: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}
