import TestSupport
import Navigation
import SQLiteJournal
import Sessions

/// One server process, from its start to its shutdown, kill or power failure.
final class Machine {
  static let database = "/data/navstate.db"

  let disk: SimulatedDisk
  let steps: JournalSteps
  let journal: SQLiteJournal
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
    // Only the thread of the simulation opens files.
    nonisolated(unsafe) let opened = disk
    let trustsCache = simulation.settings.trustsCache
    steps = JournalSteps(synchronous: simulation.settings.synchronous, limits: simulation.readLimits) { path in
      trustsCache ? nil : opened.openDiskFile(path)
    }
    let background = Background()
    self.background = background
    journal = try SQLiteJournal(
      directory: "/data", capacity: simulation.capacity, vfs: disk.name, steps: steps,
      clock: { [unowned simulation] in simulation.now })
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

  var hasLater: Bool { !background.bodies.isEmpty }

  /// Removes and returns a random task. Their order is not defined.
  func takeLater(_ chance: inout SplitMix64) -> (() -> Void)? {
    guard hasLater else { return nil }
    return background.bodies.remove(at: chance.upTo(background.bodies.count) - 1)
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
    _ = journal.close()
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
