/// A notice of another node's commit, or of a change of the journal itself.
///
/// Hints make a node punctual; they may be lost or repeated. All correctness rests on freshness checks.
package enum NodeHint: Sendable {
  /// Commits to these sessions; a node checks those that have listeners.
  case sessions([SessionID])
  /// Timers that were set and are due soon, of shares that this node may own.
  case timers([DueTimer])
  /// Messages were sent to sessions of these shares.
  case messages(PartitionSet)
  /// Calls were added to sessions of these shares.
  case calls(PartitionSet)
  /// A catalogue has changed.
  case catalogues
  /// Devices have reported revisions of these sessions as drawn.
  case shown([SessionID])
  /// Hints may have been lost, or are not available: the journal gives this one regularly then, and after a reconnection.
  case anything
  /// The journal is on another timeline or may have lost commits: nothing in memory is valid. `reason` is for the log.
  case reset(reason: String)
}
