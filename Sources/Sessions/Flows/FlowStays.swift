import Foundation

/// A histogram of the lengths of stays. Each length is 1.2 times the one before, so that a median is within a tenth.
package struct FlowStays: Sendable, Equatable {
  /// The number of stays of each length, the shortest first.
  package private(set) var counts: [Int] = []

  /// Milliseconds of the shortest length, and the ratio of one length to the one before.
  private static let shortest = 50.0
  private static let ratio = 1.2
  /// Longer stays, of a thousand years, are damage.
  private static let most = 160

  package init() {}

  /// - Parameter text: Counts separated by commas, such as `0,2,1`.
  package init(_ text: some Sequence<UInt8>) {
    var count: Int?
    for byte in text {
      if case 0x30...0x39 = byte {
        // Far more than there can be, and no overflow.
        count = min((count ?? 0) * 10 + Int(byte) - 0x30, 1 << 50)
      } else if let known = count {
        add(known, at: counts.count)
        count = nil
      }
    }
    if let count { add(count, at: counts.count) }
  }

  package var text: String { counts.map(String.init).joined(separator: ",") }

  /// Adds a stay in milliseconds.
  mutating func add(_ stay: Int64) {
    let steps = log(max(Double(stay), Self.shortest) / Self.shortest) / log(Self.ratio)
    add(1, at: Int(min(steps, Double(Self.most - 1))))
  }

  package mutating func add(_ other: FlowStays, isSubtracted: Bool = false) {
    for (index, count) in other.counts.enumerated() {
      guard isSubtracted else {
        add(count, at: index)
        continue
      }
      // The longer spans come first, and have what is subtracted.
      if counts.indices.contains(index) { counts[index] = max(0, counts[index] &- count) }
    }
  }

  private mutating func add(_ count: Int, at index: Int) {
    guard index < Self.most else { return }
    while counts.count <= index { counts.append(0) }
    counts[index] = counts[index].addingReportingOverflow(max(count, 0)).partialValue
  }

  /// The median in seconds; nil: there are no stays.
  package var median: Double? {
    let total = counts.reduce(0, &+)
    guard total > 0 else { return nil }
    var (index, passed) = (0, 0)
    while index < counts.count - 1, passed + counts[index] <= (total - 1) / 2 {
      passed += counts[index]
      index += 1
    }
    return Self.shortest * pow(Self.ratio, Double(index) + 0.5) / 1_000
  }
}
