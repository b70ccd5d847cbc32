import Sessions

/// Changes before the oldest revision of their session, which still occupy space in the database.
///
/// The changes of one session are scattered between those of others. They are therefore collected from many sessions
/// and then erased in storage order, so that each page is written about once instead of once for each session.
struct PrunedHistory {
  /// Revisions of a session whose rows of `revisions` are to be deleted.
  struct SessionRevisions: Equatable {
    let session: SessionID
    var revisions: Range<Int>
  }

  /// The pruned changes found for one session.
  struct PrunedChanges {
    let range: SessionRevisions
    let seqs: [Int64]
  }

  /// The rows to erase in one transaction. Kept small, since other writes wait for that transaction.
  enum ErasureBatch: Equatable {
    /// The `seq` of changes, in order.
    case changes([Int64])
    /// Rows of `revisions`; erased after the changes that are found through them.
    case places([SessionRevisions])
    /// The history of a session that is being deleted.
    case history(SessionID)
  }

  /// The collected `seq`s.
  private var seqs: [Int64] = []
  private var ranges: [SessionRevisions] = []
  private var foundAt: Int64 = 0
  /// The end of the collected revisions of each session.
  private var found: [SessionID: Int] = [:]

  /// The `seq`s and ranges being erased, in reverse order.
  private var seqsInHand: [Int64] = []
  private var rangesInHand: [SessionRevisions] = []

  /// The maximum number of collected changes, and the milliseconds to wait for more after the last find.
  static let capacity = 1 << 18
  static let pause: Int64 = 1_000
  /// The size of a part: four spans of 64 `seq`s, about twenty pages, whether all or only some of their changes are
  /// erased.
  static let batchSpans = 4
  static let span: Int64 = 64
  /// The bytes of a part. Changes may be long, and SQLite overwrites what it deletes.
  static let batchBytes = 1 << 18
  static let batchRows = 512
  static let batchRanges = 16

  var isEmpty: Bool { seqs.isEmpty && ranges.isEmpty && isAtRest }
  /// Whether `capacity` is reached. Later pruning finds the rest.
  var isFull: Bool { seqs.count >= Self.capacity }
  private var isAtRest: Bool { seqsInHand.isEmpty && rangesInHand.isEmpty }

  /// The first revision of a session that has not been collected.
  func known(of session: SessionID) -> Int { found[session] ?? 0 }

  mutating func add(_ find: PrunedChanges, now: Int64) {
    seqs += find.seqs
    ranges.append(find.range)
    found[find.range.session] = find.range.revisions.upperBound
    foundAt = now
  }

  /// The time at which a part can be erased; nil: nothing is collected.
  func due(_ now: Int64) -> Int64? {
    if isEmpty { return nil }
    // The clock may have been set back, hence `foundAt <= now`.
    return isAtRest && !isFull && foundAt <= now ? foundAt + Self.pause : now
  }

  /// The part to erase next, if it is due: the same one until `erased` is called with it.
  mutating func next(now: Int64) -> ErasureBatch? {
    guard let due = due(now), due <= now else { return nil }
    if isAtRest { beginErasing() }
    if !seqsInHand.isEmpty { return .changes(nextSeqs()) }
    return rangesInHand.isEmpty ? nil : .places(nextPlaces())
  }

  /// Records that a part was erased, which may have less than the one to erase.
  mutating func erased(_ part: ErasureBatch) {
    switch part {
    case .changes(let seqs): seqsInHand.removeLast(seqs.count)
    case .places(let places): places.forEach { erased($0) }
    case .history: break
    }
  }

  private mutating func erased(_ place: SessionRevisions) {
    // A later find of the same session, with a larger upper bound, stays.
    if found[place.session] == place.revisions.upperBound { found[place.session] = nil }
    guard let next = rangesInHand.last else { return }
    if next.revisions.upperBound == place.revisions.upperBound {
      rangesInHand.removeLast()
    } else {
      rangesInHand[rangesInHand.count - 1].revisions = place.revisions.upperBound..<next.revisions.upperBound
    }
  }

  private mutating func beginErasing() {
    seqsInHand = seqs.sorted(by: >)
    rangesInHand = ranges.reversed()
    (seqs, ranges) = ([], [])
  }

  private func nextSeqs() -> [Int64] {
    var part: [Int64] = []
    var (spans, end) = (0, Int64.min)
    for seq in seqsInHand.reversed() {
      if seq >= end { (spans, end) = (spans + 1, seq + Self.span) }
      if spans > Self.batchSpans { break }
      part.append(seq)
    }
    return part
  }

  private func nextPlaces() -> [SessionRevisions] {
    var places: [SessionRevisions] = []
    var remaining = Self.batchRows
    for range in rangesInHand.suffix(Self.batchRanges).reversed() {
      let part = range.revisions.prefix(remaining)
      places.append(SessionRevisions(session: range.session, revisions: part))
      remaining -= part.count
      if remaining == 0 { break }
    }
    return places
  }
}
