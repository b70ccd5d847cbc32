import Sessions

/// Changes that no session's past reaches any more, and that still take room in the database.
///
/// The changes of a session lie far apart, with those of others between them. So they are gathered from many sessions first,
/// and then erased in the order in which they lie: each page is written about once, and not once for every session.
struct PrunedHistory {
  /// Revisions of a session that `revisions` has and that are to go.
  struct Stretch: Equatable {
    let session: SessionID
    var revisions: Range<Int>
  }

  /// What was pruned of a session, and where its changes are.
  struct Find {
    let stretch: Stretch
    let seqs: [Int64]
  }

  /// What goes in one transaction, for which other writes wait.
  enum Part: Equatable {
    /// Changes, by their `seq`.
    case changes([Int64])
    /// Rows of `revisions`, after the changes that are found by them.
    case places([Stretch])
  }

  /// 64 neighbours each, those that are to go as bits.
  private var blocks: [Int64: UInt64] = [:]
  private var stretches: [Stretch] = []
  private var foundAt: Int64 = 0
  /// Up to which revision those of a session have been found.
  private var found: [SessionID: Int] = [:]

  /// What is being erased: the next block last, the next stretch last.
  private var blocksInHand: [(first: Int64, bits: UInt64)] = []
  private var stretchesInHand: [Stretch] = []

  /// Blocks that are gathered, and milliseconds after the last ones in which there may be more to gather.
  static let capacity = 1 << 16
  static let pause: Int64 = 1_000
  /// What makes a part: about twenty pages, whether all of their changes are to go or only some.
  static let partBlocks = 4
  static let partPlaces = 512
  static let partStretches = 16

  var isEmpty: Bool { blocks.isEmpty && stretches.isEmpty && isAtRest }
  /// What does not fit is found another time.
  var isFull: Bool { blocks.count >= Self.capacity }
  private var isAtRest: Bool { blocksInHand.isEmpty && stretchesInHand.isEmpty }

  /// From where on what was pruned of a session is not known.
  func known(of session: SessionID) -> Int { found[session] ?? 0 }

  mutating func add(_ find: Find, now: Int64) {
    for seq in find.seqs { blocks[seq >> 6, default: 0] |= 1 << UInt64(seq & 63) }
    stretches.append(find.stretch)
    found[find.stretch.session] = find.stretch.revisions.upperBound
    foundAt = now
  }

  /// When there is a part to erase; nil: when something is found.
  func due(_ now: Int64) -> Int64? {
    if isEmpty { return nil }
    // The clock may have been set back.
    return isAtRest && !isFull && foundAt <= now ? foundAt + Self.pause : now
  }

  /// What is to be erased next, if it is due: the same until it is said to be `erased`.
  mutating func next(now: Int64) -> Part? {
    guard let due = due(now), due <= now else { return nil }
    if isAtRest { take() }
    guard blocksInHand.isEmpty else {
      return .changes(blocksInHand.suffix(Self.partBlocks).reversed().flatMap(Self.seqs))
    }
    return .places(nextPlaces())
  }

  mutating func erased(_ part: Part) {
    switch part {
    case .changes: blocksInHand.removeLast(min(Self.partBlocks, blocksInHand.count))
    case .places(let places):
      for place in places { erased(place) }
    }
  }

  private mutating func erased(_ place: Stretch) {
    // A longer stretch of the session that was found meanwhile is still to come.
    if found[place.session] == place.revisions.upperBound { found[place.session] = nil }
    guard let next = stretchesInHand.last else { return }
    if next.revisions.upperBound == place.revisions.upperBound {
      stretchesInHand.removeLast()
    } else {
      stretchesInHand[stretchesInHand.count - 1].revisions = place.revisions.upperBound..<next.revisions.upperBound
    }
  }

  private mutating func take() {
    blocksInHand = blocks.map { (first: $0.key << 6, bits: $0.value) }.sorted { $0.first > $1.first }
    stretchesInHand = stretches.reversed()
    blocks = [:]
    stretches = []
  }

  private func nextPlaces() -> [Stretch] {
    var places: [Stretch] = []
    var room = Self.partPlaces
    for stretch in stretchesInHand.suffix(Self.partStretches).reversed() {
      let part = stretch.revisions.prefix(room)
      places.append(Stretch(session: stretch.session, revisions: part))
      room -= part.count
      if room == 0 { break }
    }
    return places
  }

  private static func seqs(of block: (first: Int64, bits: UInt64)) -> [Int64] {
    (0..<64).filter { block.bits & 1 << UInt64($0) != 0 }.map { block.first + $0 }
  }
}
