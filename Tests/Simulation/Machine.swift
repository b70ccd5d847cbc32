import TestSupport
import Navigation
import SQLiteJournal
import Sessions

/// One server process, from its start to its shutdown, kill or power failure.
final class Machine {
  static let database = "/data/navstate.db"

  let disk: SimulatedDisk
  let steps: any JournalTurns
  let journal: any Journal
  let registry: SessionRegistry
  let timers: ManualTimer
  let messages: ManualTimer
  private let background: Background

  /// The tasks that run at any later time, in any order.
  ///
  /// Invariant of `@unchecked Sendable`: one thread runs the simulation.
  private final class Background: @unchecked Sendable {
    var bodies: [@Sendable () -> Void] = []
  }

  init(on disk: SimulatedDisk, in simulation: Simulation) throws(PersistenceError) {
    self.disk = disk
    if let memory = simulation.memory {
      (journal, steps) = (memory, memory)
    } else {
      (journal, steps) = try Self.openJournal(on: disk, in: simulation)
    }
    let background = Background()
    self.background = background
    registry = SessionRegistry(
      environment: SessionEnvironment(
        journal: journal, now: { [unowned simulation] in simulation.now }, limits: simulation.limits,
        later: { background.bodies.append($0) },
        newID: { [unowned simulation] in simulation.makeID() }),
      catalogue: AppCatalogue(compiled: simulation.apps.map(\.app)))
    timers = ManualTimer { [unowned simulation] in simulation.now }
    messages = ManualTimer { [unowned simulation] in simulation.now }
    registry.catchUp()
    registry.startTimers(timers)
    registry.startMessages(messages)
  }

  private static func openJournal(
    on disk: SimulatedDisk, in simulation: Simulation
  ) throws(PersistenceError) -> (any Journal, any JournalTurns) {
    // Only the thread of the simulation opens files.
    nonisolated(unsafe) let opened = disk
    let trustsCache = simulation.settings.trustsCache
    let steps = JournalSteps(synchronous: simulation.settings.synchronous, limits: simulation.readLimits) { path in
      trustsCache ? nil : opened.openDiskFile(path)
    }
    let journal = try SQLiteJournal(
      directory: "/data", capacity: simulation.capacity, vfs: disk.name, steps: steps,
      clock: { [unowned simulation] in simulation.now })
    return (journal, steps)
  }

  /// The number of sessions whose snapshots are behind their changes.
  var sessionsBehind: Int { (journal as? SQLiteJournal)?.statistics.sessionsBehind ?? 0 }

  /// Reads the stored sessions with their apps.
  func storedApps() throws -> [SessionID: String] {
    if let memory = journal as? MemoryJournal { return memory.tables.sessions.mapValues(\.session.app) }
    let connection = try Connection(path: Machine.database, mode: .reading, vfs: disk.name)
    let row = connection.statement("SELECT id, app FROM session_rows")
    defer { row.reset() }
    var stored: [SessionID: String] = [:]
    while try row.step() {
      guard let id = SessionID(row.text(0)) else { continue }
      stored[id] = row.text(1)
    }
    return stored
  }

  var hasLater: Bool { !background.bodies.isEmpty }

  /// Removes and returns a random task, or the first one. Their order is not defined.
  func takeLater(_ chance: inout SplitMix64, inOrder: Bool) -> (() -> Void)? {
    guard hasLater else { return nil }
    return background.bodies.remove(at: inOrder ? 0 : chance.upTo(background.bodies.count) - 1)
  }

  func compact(keeping revisions: Int) {
    var retention = Retention()
    retention.revisions = revisions
    Task.inline { [registry, retention] in await registry.compact(retention) }
  }

  /// Shuts down in order.
  ///
  /// - Returns: The failure that left snapshots behind; nil: none.
  func close() -> JournalFailure? {
    stop()
    _ = (journal as? SQLiteJournal)?.close()
    return steps.finish()
  }

  /// Ends all pending work without answers, which breaks the reference cycles.
  func leave() {
    stop()
    while steps.hasWrites || steps.hasReads || hasLater {
      if steps.hasWrites { steps.write() }
      if steps.hasReads { steps.read() }
      background.bodies = []
    }
  }

  private func stop() {
    registry.stopTimers()
    registry.stopMessages()
  }
}
