import ExampleApps
import Navigation
import Sessions
import TestSupport

/// A node of a simulation, from its start until it is killed: the real sessions over the shared database.
///
/// Invariant of `@unchecked Sendable`: one thread runs a simulation.
final class SimulatedNode: @unchecked Sendable {
  let number: Int
  let registry: SessionRegistry
  let journal: NodeJournal
  let clock: NodeClock
  let timers = NodeWakeup()
  let messages = NodeWakeup()

  init(_ number: Int, in world: NodesSimulation, limits: SessionLimits) {
    self.number = number
    let clock = NodeClock(in: world)
    self.clock = clock
    let journal = NodeJournal(number, clock, in: world)
    self.journal = journal
    registry = SessionRegistry(
      environment: SessionEnvironment(
        journal: journal, now: { clock.now }, limits: limits,
        later: { body in world.add(to: NodesSimulation.SerialQueue(node: number, number: 4), body) },
        newID: { world.makeID() }),
      catalogue: AppCatalogue(compiled: [Counter.app, TimerTestApp.app, MessageTestApp.app]))
    registry.startSharing()
    registry.startTimers(timers)
    registry.startMessages(messages)
  }
}

/// A timer that the simulation fires.
///
/// Invariant of `@unchecked Sendable`: one thread runs a simulation.
final class NodeWakeup: WakeupTimer, @unchecked Sendable {
  private var onFire: (@Sendable () -> Void)?
  private(set) var time: Int64?

  func begin(_ onFire: @escaping @Sendable () -> Void) { self.onFire = onFire }
  func fire(at time: Int64) { self.time = time }
  func end() { time = nil }

  /// Fires if it is due.
  func advance(to now: Int64) {
    guard let time, time <= now else { return }
    self.time = nil
    onFire?()
  }
}
