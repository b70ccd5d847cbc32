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
  /// The calls without an answer.
  var calls: [WaitingCall] = []
  /// Whether a trimming is running, or the margin above the limit that starts one.
  var trimming = SessionStore.Trimming.none(margin: 0)
  /// The exclusive right to write; it may have expired.
  var lease: Lease?
  /// nil: the journal is not shared with other nodes.
  var shared: SharedState?

  /// The approximate bytes of the parts. Those that are not counted are small.
  var footprint: Int { MemoryLayout<SessionExtras>.size + 256 * answers.count }
}
