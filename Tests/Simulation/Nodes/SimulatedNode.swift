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
  let timers: ManualTimer
  let messages: ManualTimer

  init(_ number: Int, in world: NodesSimulation, limits: SessionLimits) {
    self.number = number
    let clock = NodeClock(in: world)
    self.clock = clock
    timers = ManualTimer { clock.now }
    messages = ManualTimer { clock.now }
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
