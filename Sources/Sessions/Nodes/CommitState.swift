import Synchronization

/// The place of a session in memory among the commits of all nodes.
struct CommitState: Sendable {
  /// The last committed position.
  var position: SessionPosition
  /// The tokens of the last positions, the newest last.
  var recent: [CommitToken] = []
  /// The commits of this node since the last one of another node, at most `favoring`.
  var ownCommits = 0
  /// Whether a commit of another node has overtaken one of this store. The store counts as retired until it has caught up.
  var isStale = false
  /// Whether a request is tried without a check, so that it may only be answered by a commit.
  var isProvisional = false
  /// The reservation under which writes are made.
  var reservation: SessionReservation?

  init(_ position: SessionPosition) {
    self.position = position
  }

  /// The commits in a row after which a request is not preceded by a check.
  static let favoring = 2
  /// The number of tokens that are remembered.
  static let remembered = 16

  /// Whether the store was at a token or is at it.
  func hasSeen(_ token: CommitToken) -> Bool { token == position.token || recent.contains(token) }

  mutating func move(to next: SessionPosition) {
    recent.append(position.token)
    if recent.count > Self.remembered { recent.removeFirst() }
    position = next
  }
}

/// An answer that counts only if the request was committed.
final class ProvisionalAnswer: Sendable {
  private let answer: Answer
  private let isDiscarded = Atomic(false)

  init(_ answer: @escaping Answer) {
    self.answer = answer
  }

  func receive(_ outcome: Outcome) {
    if !isDiscarded.load(ordering: .acquiring) { answer(outcome) }
  }

  func discard() { isDiscarded.store(true, ordering: .releasing) }
}
