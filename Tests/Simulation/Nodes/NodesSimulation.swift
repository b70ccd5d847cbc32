import Navigation
import TestSupport
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
    /// Whether the time of the database decides on all nodes. false: a control that must fail.
    package var usesStoreTime = true
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

  package struct Figures: SimulationFigures, Equatable {
    package var acknowledged = 0
    package var reads = 0
    package var kills = 0
    package var lostConnections = 0
    package var lostHints = 0
    package var messages = 0
    package var fired = 0
    /// Reads of revisions that were pruned.
    package var pruned = 0
    /// Sessions that expired.
    package var expired = 0

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
      expired += other.expired
    }

    package var text: String {
      """
      \(acknowledged) changes acknowledged, \(reads) reads, \(pruned) of them pruned, \(fired) timers fired, \
      \(messages) messages delivered, \(expired) sessions expired; \
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
  private let log: ((String) -> Void)?

  private let clock = ManualClock(at: begin)
  /// Milliseconds since 1970.
  var now: Int64 { clock.now }
  static let begin: Int64 = 1_767_323_045_678
  var database: SharedDatabase
  var ledger = NodesLedger()
  private(set) var nodes: [SimulatedNode] = []
  private var nextNode = 0
  private var tasks: [(queue: SerialQueue, body: @Sendable () -> Void)] = []
  /// The tasks of the killed nodes.
  private var abandoned: [@Sendable () -> Void] = []
  /// Whether the report is made, so that what waits may end.
  private(set) var isOver = false
  private let limits: SessionLimits
  private var isCalm = false

  private static let nodeCount = 3

  package init(seed: UInt64, settings: Settings = Settings(), log: ((String) -> Void)? = nil) {
    self.seed = seed
    self.log = log
    self.settings = settings
    chance = SplitMix64(seed: seed)
    database = SharedDatabase(
      comparesTokens: settings.comparesTokens, decidesExpiry: settings.usesStoreTime, now: { [clock] in clock.now })
    var limits = SessionLimits()
    if chance.once(in: 3) { limits.memory = 8_000 * chance.upTo(8) }
    limits.storeTimeout = .max / 4
    if chance.once(in: 3) { limits.expiry = 4_000 }
    self.limits = limits
  }

  /// Runs to the end, or to the first fault.
  package func run() -> Report {
    for _ in 0..<Self.nodeCount { startNode() }
    for _ in 0..<(100 + chance.upTo(500)) where violation == nil { move() }
    if violation == nil { end() }
    let report = Report(seed: seed, figures: figures, violation: violation)
    endTasks()
    // The nodes refer to the simulation.
    nodes = []
    return report
  }

  func fail(_ text: @autoclosure () -> String) {
    if violation == nil { violation = text() }
  }

  func say(_ text: @autoclosure () -> String) { if !isOver { log?("\(now) \(text())") } }

  func makeID() -> SessionID { SessionID(from: &chance) }

  // MARK: Moves

  private func move() {
    switch chance.upTo(100) {
    case 1...30: ask()
    case 31...90: runTask()
    case 91...96: clock.advance(Int64(chance.upTo(700)))
    case 97: if chance.once(in: 2) { replaceNode() }
    case 98: chance.once(in: 2) ? prune() : expire()
    default: chance.once(in: 20) ? setClock() : fireTimers()
    }
  }

  private func prune() {
    var retention = Retention()
    retention.revisions = chance.upTo(8)
    let registry = nodes[chance.upTo(nodes.count) - 1].registry
    Task.inline { [retention] in await registry.compact(retention) }
  }

  /// Makes a pass of a node over the sessions that have expired by its clock.
  private func expire() {
    let node = nodes[chance.upTo(nodes.count) - 1]
    Task.inline { await node.registry.expire(asOf: node.clock.now) }
  }

  /// Sets the clock of a machine. The other nodes see in the next heartbeat whether it still works.
  private func setClock() {
    nodes[chance.upTo(nodes.count) - 1].clock.error = NodeClock.drawError(&chance)
    announceMembership()
  }

  /// Records the sessions that a transaction has deleted because they have expired.
  func recordExpired() {
    for (id, age) in database.takeExpired() {
      figures.expired += 1
      say("\(id.text) expires")
      if age < 0 { fail("\(id.text) expired \(-age) ms too early") }
      ledger.sessions[id]?.mayBeDeleted = true
      ledger.sessions[id]?.isDeleted = true
    }
  }

  private func fireTimers() {
    for node in nodes {
      // Once in a round: what is due again then competes with the requests of clients.
      for timer in [node.timers, node.messages] where timer.isDue { timer.fireNow() }
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
    announceMembership()
  }

  private func announceMembership() {
    for node in nodes { node.journal.update(membership(of: node.number)) }
  }

  /// Kills a node and starts another one. The tasks of the former do not run before the end.
  private func replaceNode() {
    let killed = nodes.remove(at: chance.upTo(nodes.count) - 1)
    say("node \(killed.number) is killed")
    figures.kills += 1
    abandoned += tasks.filter { $0.queue.node == killed.number }.map(\.body)
    tasks.removeAll { $0.queue.node == killed.number }
    database.releaseAll(of: killed.number)
    ledger.forget(node: killed.number)
    startNode()
  }

  /// Lets all that waits fail: what a task that never ends refers to would never be freed.
  private func endTasks() {
    isOver = true
    for body in abandoned { body() }
    abandoned = []
    while runTask() {}
  }

  func membership(of node: Int) -> Membership {
    // A node that starts is not among the others yet. One whose clock is wrong has left.
    let isKnown = nodes.contains { $0.number == node }
    let working = nodes.filter { $0.clock.failure == nil }.map(\.number) + (isKnown ? [] : [node])
    return Membership(node: "n\(node)", living: working.map { "n\($0)" })
  }

  /// Sends hints to the other nodes, of which some are lost.
  func announce(_ sessions: [SessionID], from node: Int) {
    for other in nodes where other.number != node {
      if chance.once(in: 4) {
        figures.lostHints += 1
      } else {
        add(to: SerialQueue(node: other.number, number: 5)) { other.journal.receive(sessions) }
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
    for node in nodes { node.clock.error = 0 }
    announceMembership()
    var isQuiet = 0
    for _ in 0..<50_000 where isQuiet < 20 && violation == nil {
      if runTask() { continue }
      isQuiet = database.isQuiet ? isQuiet + 1 : 0
      clock.advance(600)
      fireTimers()
    }
    audit()
  }
}

extension SharedDatabase {
  /// Whether no timer is pending and no message waits.
  fileprivate var isQuiet: Bool { tables.messages.isEmpty && tables.sessions.values.allSatisfy(\.timers.isEmpty) }
}
