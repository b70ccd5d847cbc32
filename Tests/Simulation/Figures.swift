/// The counts of a run.
package protocol SimulationFigures: Sendable {
  init()
  mutating func add(_ other: Self)
  var text: String { get }
}

extension Simulation {
  /// The counts of a run.
  package struct Figures: SimulationFigures, Equatable {
    /// Changes whose receipt a client has received.
    package var acknowledged = 0
    package var refused = 0
    package var replayed = 0
    /// Timers that fired, and messages that were delivered.
    package var fired = 0
    package var messages = 0
    package var powerCuts = 0
    package var kills = 0
    /// Kills after which the next process finds data in the cache that is not on the disk.
    package var killsAfterLostSyncs = 0
    package var shutdowns = 0
    package var faults = 0
    package var checkpoints = 0

    package init() {}

    package mutating func add(_ other: Figures) {
      acknowledged += other.acknowledged
      refused += other.refused
      replayed += other.replayed
      fired += other.fired
      messages += other.messages
      powerCuts += other.powerCuts
      kills += other.kills
      killsAfterLostSyncs += other.killsAfterLostSyncs
      shutdowns += other.shutdowns
      faults += other.faults
      checkpoints += other.checkpoints
    }

    package var text: String {
      """
      \(acknowledged) changes acknowledged, \(refused) refused, \(replayed) answers replayed, \(fired) timers fired, \
      \(messages) messages delivered; \(powerCuts) power cuts, \(kills) kills \
      (\(killsAfterLostSyncs) after a failed sync), \(shutdowns) shutdowns, \(faults) faults, \
      \(checkpoints) checkpoints
      """
    }
  }
}
