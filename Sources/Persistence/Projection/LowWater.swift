/// Up to which `seq` every change is shown by the tables.
///
/// Counts the changes that are not, 1,024 neighbours together, so that it costs the same for a million sessions as for
/// one. The mark may be lower by so many than it could be, which costs a restart after a crash one look at each.
struct LowWater {
  private static let blockBits: Int64 = 10
  /// Of the blocks from `first` on.
  private var counts: [Int] = []
  private var first: Int64 = 0
  private var total = 0
  /// The newest change there is.
  private var newest: Int64

  init(newest: Int64) {
    self.newest = newest
  }

  var mark: Int64 {
    guard total > 0, let block = counts.firstIndex(where: { $0 > 0 }) else { return newest }
    return max((first + Int64(block)) << Self.blockBits - 1, 0)
  }

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

  /// Notes that there are changes up to a number which need not be waited for.
  mutating func pass(_ seq: Int64) {
    newest = max(newest, seq)
  }

  mutating func remove(_ seq: Int64) {
    counts[Int(seq >> Self.blockBits - first)] -= 1
    total -= 1
    guard let block = counts.firstIndex(where: { $0 > 0 }), block >= 64 else { return }
    counts.removeFirst(block)
    first += Int64(block)
  }
}
