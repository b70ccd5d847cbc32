/// The `seq` up to which every change is in a snapshot.
///
/// Counts the changes that no snapshot has, in blocks of 1,024 neighbours, so that the cost does not depend on
/// the number of sessions. The mark may lag by up to 1,024 changes, which are re-examined after a crash.
struct LowWater {
  private static let blockBits: Int64 = 10
  /// The counts of the blocks from `first` on.
  private var counts: [Int] = []
  private var first: Int64 = 0
  private var total = 0
  /// The `seq` of the newest change.
  private var newest: Int64

  init(newest: Int64) {
    self.newest = newest
  }

  var mark: Int64 {
    guard total > 0, let block = counts.firstIndex(where: { $0 > 0 }) else { return newest }
    // The number before the block: which of its changes are missing is not recorded.
    return max((first + Int64(block)) << Self.blockBits - 1, 0)
  }

  /// Adds a change that no snapshot has.
  ///
  /// - Parameter seq: Greater than all that were added before.
  mutating func add(_ seq: Int64) {
    let block = seq >> Self.blockBits
    if total == 0 {
      counts.removeAll(keepingCapacity: true)
      first = block
    }
    while first + Int64(counts.count) <= block { counts.append(0) }
    counts[counts.count - 1] += 1
    total += 1
    newest = max(newest, seq)
  }

  /// Extends the range by changes that need no snapshot.
  mutating func pass(_ seq: Int64) {
    newest = max(newest, seq)
  }

  /// Removes a change that is in a snapshot now.
  mutating func remove(_ seq: Int64) {
    // In range: a block stays as long as it counts a change.
    counts[Int(seq >> Self.blockBits - first)] -= 1
    total -= 1
    guard let block = counts.firstIndex(where: { $0 > 0 }), block >= 64 else { return }
    counts.removeFirst(block)
    first += Int64(block)
  }
}
