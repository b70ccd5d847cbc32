import Sessions

/// Changes before the oldest revision of their session, which still occupy space in the database.
///
/// The changes of one session are scattered between those of others. They are therefore collected from many sessions
/// and then erased in storage order, so that each page is written about once instead of once for each session.
struct PrunedHistory {
  /// Revisions of a session whose rows of `revisions` are to be deleted.
  struct Stretch: Equatable {
    let session: SessionID
    var revisions: Range<Int>
  }

  /// The pruned changes found for one session.
  struct Find {
    let stretch: Stretch
    let seqs: [Int64]
  }

  /// The rows to erase in one transaction. Kept small, since other writes wait for that transaction.
  enum Part: Equatable {
    /// The `seq` of changes, in order.
    case changes([Int64])
    /// Rows of `revisions`; erased after the changes that are found through them.
    case places([Stretch])
    /// The history of a session that is being deleted.
    case history(SessionID)
  }

  /// The collected `seq`s.
  private var seqs: [Int64] = []
  private var stretches: [Stretch] = []
  private var foundAt: Int64 = 0
  /// The end of the collected revisions of each session.
  private var found: [SessionID: Int] = [:]

  /// The `seq`s and stretches being erased, in reverse order.
  private var seqsInHand: [Int64] = []
  private var stretchesInHand: [Stretch] = []

  /// The maximum number of collected changes, and the milliseconds to wait for more after the last find.
  static let capacity = 1 << 18
  static let pause: Int64 = 1_000
  /// The size of a part: four spans of 64 `seq`s, about twenty pages, whether all or only some of their changes are
  /// erased.
  static let partSpans = 4
  static let span: Int64 = 64
  /// The bytes of a part. Changes may be long, and SQLite overwrites what it deletes.
  static let partBytes = 1 << 18
  static let partPlaces = 512
  static let partStretches = 16

  var isEmpty: Bool { seqs.isEmpty && stretches.isEmpty && isAtRest }
  /// Whether `capacity` is reached. Later pruning finds the rest.
  var isFull: Bool { seqs.count >= Self.capacity }
  private var isAtRest: Bool { seqsInHand.isEmpty && stretchesInHand.isEmpty }

  /// The first revision of a session that has not been collected.
  func known(of session: SessionID) -> Int { found[session] ?? 0 }

  mutating func add(_ find: Find, now: Int64) {
    seqs += find.seqs
    stretches.append(find.stretch)
    found[find.stretch.session] = find.stretch.revisions.upperBound
    foundAt = now
  }

  /// The time at which a part can be erased; nil: nothing is collected.
  func due(_ now: Int64) -> Int64? {
    if isEmpty { return nil }
    // The clock may have been set back, hence `foundAt <= now`.
    return isAtRest && !isFull && foundAt <= now ? foundAt + Self.pause : now
  }

  /// The part to erase next, if it is due: the same one until `erased` is called with it.
  mutating func next(now: Int64) -> Part? {
    guard let due = due(now), due <= now else { return nil }
    if isAtRest { take() }
    if !seqsInHand.isEmpty { return .changes(nextSeqs()) }
    return stretchesInHand.isEmpty ? nil : .places(nextPlaces())
  }

  /// Records that a part was erased, which may have less than the one to erase.
  mutating func erased(_ part: Part) {
    switch part {
    case .changes(let seqs): seqsInHand.removeLast(seqs.count)
    case .places(let places): places.forEach { erased($0) }
    case .history: break
    }
  }

  private mutating func erased(_ place: Stretch) {
    // A later find of the same session, with a larger upper bound, stays.
    if found[place.session] == place.revisions.upperBound { found[place.session] = nil }
    guard let next = stretchesInHand.last else { return }
    if next.revisions.upperBound == place.revisions.upperBound {
      stretchesInHand.removeLast()
    } else {
      stretchesInHand[stretchesInHand.count - 1].revisions = place.revisions.upperBound..<next.revisions.upperBound
    }
  }

  private mutating func take() {
    seqsInHand = seqs.sorted(by: >)
    stretchesInHand = stretches.reversed()
    (seqs, stretches) = ([], [])
  }

  private func nextSeqs() -> [Int64] {
    var part: [Int64] = []
    var (spans, end) = (0, Int64.min)
    for seq in seqsInHand.reversed() {
      if seq >= end { (spans, end) = (spans + 1, seq + Self.span) }
      if spans > Self.partSpans { break }
      part.append(seq)
    }
    return part
  }

  private func nextPlaces() -> [Stretch] {
    var places: [Stretch] = []
    var remaining = Self.partPlaces
    for stretch in stretchesInHand.suffix(Self.partStretches).reversed() {
      let part = stretch.revisions.prefix(remaining)
      places.append(Stretch(session: stretch.session, revisions: part))
      remaining -= part.count
      if remaining == 0 { break }
    }
    return places
  }
}
