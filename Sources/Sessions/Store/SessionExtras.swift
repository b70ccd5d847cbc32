import Navigation

/// The parts of a session's state that most sessions never have.
struct SessionExtras {
  var answers = IdempotencyRecords([])
  var subscriptions = Subscriptions()
  /// The tokens besides the one of the creation, as stored.
  var tokens = SessionTokens()
  var metadata = SessionMetadata()
  var timerChains = TimerChains()
  var slowedChains = SlowedChains()
  /// The exclusive right to write; it may have expired.
  var lease: Lease?
  /// nil: the journal is not shared with other nodes.
  var shared: SharedState?
}
