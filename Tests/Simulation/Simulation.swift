import Navigation
import SQLiteJournal
import TestSupport
import Sessions

/// A server that is started, killed and restarted on one disk, with clients that check every answer.
///
/// The sessions and the journal are the real ones. The seed decides everything else: the requests of the clients, the
/// order of the actors (also within the turn of another actor), the faults of the disk, the power failures, and the
/// unsynced data that remains on the disk. So the same seed gives the same run.
///
/// Invariant of `@unchecked Sendable`: one thread runs a simulation, from `init` to the end of `run`.
package final class Simulation: @unchecked Sendable {
  package struct Settings: Sendable {
    package var synchronous = Synchronous.full
    /// Whether syncs report success without writing anything.
    package var forgetsSyncs = false
    /// Whether a start reads the log from the system's cache instead of the disk.
    package var trustsCache = false
    /// Whether no call of the disk fails and each move ends before the next one, so that a run does not depend on the
    /// store.
    var isOrderly = false
    /// Whether the sessions are in memory instead of on the disk.
    var usesMemory = false
    package init() {}
  }

  package struct Report: Sendable, Equatable {
    package let seed: UInt64
    /// A hash of all events, in their order.
    package let hash: UInt64
    package let figures: Figures
    /// The first fault of the server; nil: none.
    package let violation: String?
  }

  let seed: UInt64
  let settings: Settings
  var chance: SplitMix64
  var trace = Trace()
  var figures = Figures()
  var violation: String?
  /// The answers of an orderly run.
  private(set) var transcript: [String] = []
  /// Receives a line for each event.
  private let log: ((String) -> Void)?

  static let begin: Int64 = 1_767_323_045_678
  /// Milliseconds since 1970.
  var now = Simulation.begin
  var machine: Machine?
  var image = SimulatedDisk.Image()
  /// The number of server processes so far. Answers of an earlier one are ignored.
  var life = 0
  var ledger = Ledger()
  let apps = [Workload.counter, Workload.tabs, Workload.list, Workload.timers, Workload.messages]
  let limits: SessionLimits
  let capacity: Int
  let compacts: Bool
  /// The journal of all processes, if the sessions are in memory.
  private(set) var memory: MemoryJournal?
  /// The limits of reads. Half of the simulations use the smallest ones, so that other work runs between two parts of a
  /// read.
  var readLimits: ReadLimits {
    var limits = seed & 1 == 0 ? ReadLimits() : .smallest
    // An audit reads everything at once.
    limits.answerBytes = .max
    return limits
  }

  /// The actors whose turns have begun and not ended, the innermost last.
  var turns: [Actor] = []
  /// The numbers of disk calls until the power fails, and until a call fails; nil: never.
  var cutIn: Int?
  var faultIn: Int?
  var isDiskBad = false
  /// Whether no other actor runs during a disk call and no call fails.
  var isCalm = true

  package init(seed: UInt64, settings: Settings = Settings(), log: ((String) -> Void)? = nil) {
    self.seed = seed
    self.log = log
    self.settings = settings
    var chance = SplitMix64(seed: seed)
    var limits = SessionLimits()
    if chance.once(in: 2) { limits.memory = 4_000 * chance.upTo(8) }
    if chance.once(in: 4) { limits.mailbox.messages = chance.upTo(3) }
    if chance.once(in: 4) { limits.waitingActions = chance.upTo(4) }
    self.limits = limits
    let capacity = chance.once(in: 4) ? chance.upTo(8) : 4096
    let compacts = chance.once(in: 4)
    // Full queues are answered by chance, and pruning waits for snapshots, which each store takes at its own times.
    self.capacity = settings.isOrderly ? 4096 : capacity
    self.compacts = compacts && !settings.isOrderly
    self.chance = chance
    guard settings.usesMemory else { return }
    memory = MemoryJournal(MemoryJournal.Settings(holdsReads: true)) { [unowned self] in now }
  }

  /// Runs to the end, or to the first fault.
  package func run() -> Report {
    start()
    let moves = 40 + chance.upTo(160)
    for _ in 0..<moves where violation == nil {
      move()
      if settings.isOrderly { settleWithMessages() }
      if machine?.disk.isOff ?? true { restart() }
    }
    if violation == nil { end() }
    leave()
    return Report(seed: seed, hash: trace.hash, figures: figures, violation: violation)
  }

  /// Completes all work and delivers all messages, since those of several senders arrive in any order.
  private func settleWithMessages() {
    settle()
    while let machine, !machine.disk.isOff, machine.messages.isDue {
      runTurn(of: .messages)
      settle()
    }
  }

  /// Records the first fault. Later ones may follow from it.
  func fail(_ text: @autoclosure () -> String) {
    if violation == nil { violation = "life \(life), \(turns): \(text())" }
  }

  func say(_ text: @autoclosure () -> String) {
    if let log { log("\(life) \(now) \(String(repeating: "  ", count: turns.count))\(text())") }
  }

  /// Records an answer of an orderly run.
  func transcribe(_ text: @autoclosure () -> String) { if settings.isOrderly { transcript.append(text()) } }

  // MARK: Turns

  enum Actor: UInt8, CaseIterable {
    case client, writer, reader, copier, background, timers, messages
  }

  private func move() {
    switch chance.upTo(100) {
    case 1...36: runTurn(of: .client)
    case 37...56: runTurn(of: .writer)
    case 57...68: runTurn(of: .reader)
    case 69...76: runTurn(of: .background)
    case 77...79: runTurn(of: .copier)
    case 80...84: runTurn(of: .timers)
    case 85...89: runTurn(of: .messages)
    case 90...94: passTime()
    case 95: isDiskBad.toggle()
    case 96: faultIn = chance.upTo(40)
    case 97: cutIn = chance.upTo(60)
    case 98: if compacts { machine?.compact(keeping: 2 + chance.upTo(6)) }
    case 99: shutDown()
    default: audit()
    }
  }

  /// Takes a turn of an actor, unless one of its turns has not ended.
  func runTurn(of actor: Actor) {
    guard let machine, !machine.disk.isOff, !turns.contains(actor) else { return }
    trace.add(actor.rawValue)
    say("\(actor)")
    turns.append(actor)
    defer { turns.removeLast() }
    switch actor {
    case .client: ask()
    case .writer: if machine.steps.hasWork { machine.steps.write() }
    case .reader: if machine.steps.hasReads { machine.steps.read() }
    case .copier:
      machine.steps.copy()
      figures.checkpoints += 1
    case .background: machine.takeLater(&chance, inOrder: settings.isOrderly)?()
    case .timers: machine.timers.fireIfDue()
    case .messages: machine.messages.fireIfDue()
    }
  }

  private func passTime() {
    switch chance.upTo(40) {
    case 1: now += 60_000 * Int64(chance.upTo(60))
    case 2: now -= Int64(chance.upTo(2_000))
    // After a day the keys are free. So no request may be waiting, since its repetition would be a new request.
    case 3 where !ledger.isAnyoneWaiting: now += 25 * 3_600_000
    default: now += Int64(chance.upTo(1_500))
    }
    machine?.disk.now = now
  }

  // MARK: Disk calls

  /// Runs at each call of the disk: lets another actor run first, fails the call, or ends the power.
  func visit(_ call: SimulatedDisk.Call) -> Int32? {
    if settings.isOrderly { return nil }
    trace.add(0x80 | call.rawValue)
    guard !isCalm, let machine else { return nil }
    if let left = cutIn {
      cutIn = left > 1 ? left - 1 : nil
      if left == 1 {
        say("the power goes at \(call)")
        machine.disk.turnOff()
        return nil
      }
    }
    if call != .read, call != .lock, turns.count < 3, chance.once(in: 24) {
      runTurn(of: Actor.allCases[chance.upTo(Actor.allCases.count) - 1])
    }
    if let left = faultIn {
      faultIn = left > 1 ? left - 1 : nil
      if left == 1 { return fault(at: call) }
    }
    return isDiskBad && chance.once(in: 6) ? fault(at: call) : nil
  }

  private func fault(at call: SimulatedDisk.Call) -> Int32? {
    figures.faults += 1
    let code = call.faults[chance.upTo(call.faults.count) - 1]
    say("\(call) fails: \(code)")
    return code
  }
}
