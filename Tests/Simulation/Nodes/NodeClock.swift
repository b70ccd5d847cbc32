import TestSupport
import Sessions

/// The clocks of one node: its machine's, which may be wrong, and the store's that it derives.
///
/// Invariant of `@unchecked Sendable`: one thread runs a simulation.
final class NodeClock: @unchecked Sendable {
  /// Milliseconds by which the machine's clock is ahead of the database's.
  var error: Int64
  private unowned let world: NodesSimulation

  init(in world: NodesSimulation) {
    self.world = world
    error = Self.drawError(&world.chance)
    store.record(world.now, since: store.mark)
  }

  /// The machine has run for a day when the simulation begins.
  private(set) lazy var store = StoreClock(
    elapsed: { [unowned self] in world.now - NodesSimulation.begin + 86_400_000 },
    machine: { [unowned self] in world.now + error })

  /// The time by which the node decides.
  var now: Int64 { world.settings.usesStoreTime ? store.now : world.now + error }
  /// Why the node does nothing.
  var failure: JournalFailure? {
    if world.isOver { return .unavailable("the simulation is over") }
    return world.settings.usesStoreTime ? store.failure : nil
  }

  /// Half of the machines are right, most others harmless, a few ten days ahead or behind.
  static func drawError(_ chance: inout SplitMix64) -> Int64 {
    switch chance.upTo(16) {
    case 1...8: 0
    case 9...15: Int64(chance.upTo(18_000)) - 9_000
    default: chance.once(in: 2) ? 864_000_000 : -864_000_000
    }
  }
}
