/// A set of partitions: the 256 parts into which the sessions are divided, by the last byte of their ids.
package struct PartitionSet: Sendable, Equatable {
  /// 64 partitions in each word.
  private var words: [UInt64]

  private init(words: [UInt64]) {
    self.words = words
  }

  package static let count = 256
  package static let all = PartitionSet(words: Array(repeating: .max, count: 4))
  package static let none = PartitionSet(words: Array(repeating: 0, count: 4))

  package func contains(_ partition: UInt8) -> Bool { words[Int(partition >> 6)] & 1 << UInt64(partition & 63) != 0 }
  package func contains(_ session: SessionID) -> Bool { contains(session.partition) }

  package mutating func insert(_ partition: UInt8) { words[Int(partition >> 6)] |= 1 << UInt64(partition & 63) }

  /// The partitions in the set, in ascending order.
  package var numbers: [UInt8] { (0...UInt8.max).filter(contains) }

  package func isDisjoint(with other: PartitionSet) -> Bool { zip(words, other.words).allSatisfy { $0 & $1 == 0 } }

  package var isEmpty: Bool { words.allSatisfy { $0 == 0 } }
}

extension SessionID {
  /// The partition to which the session belongs: the last byte of the id.
  package var partition: UInt8 { UInt8(truncatingIfNeeded: low) }
}

/// The living nodes, which divide the work of the server among them by rendezvous hashing.
///
/// A node that joins takes over work only after the former owner has seen it, so that two nodes rarely send the same
/// request. Ownership only saves work: that the sessions change once rests on the commit tokens.
package struct Membership: Sendable, Equatable {
  /// The name of this node.
  package let node: String
  /// The names of the nodes that live and do not leave, in any order; without this node if it leaves.
  package let living: [String]
  /// Those of `living` that all nodes have seen by now.
  package let settled: [String]

  /// - Parameter settled: nil: all that live.
  package init(node: String, living: [String], settled: [String]? = nil) {
    self.node = node
    self.living = living
    self.settled = settled ?? living
  }

  /// The partitions that this node owns.
  package var partitions: PartitionSet {
    var partitions = PartitionSet.none
    for partition in 0...UInt8.max where owns([partition]) { partitions.insert(partition) }
    return partitions
  }

  /// Whether this node owns the subject with a name, such as a webhook.
  package func owns(_ name: String) -> Bool { owns(Array(name.utf8)) }

  /// Whether this node ranks first for a subject among the living nodes and among the settled ones.
  private func owns(_ subject: [UInt8]) -> Bool {
    owner(of: subject, among: living) == node && owner(of: subject, among: settled) == node
  }

  /// The node whose hash with the subject is the greatest; nil: there is no node.
  private func owner(of subject: [UInt8], among nodes: [String]) -> String? {
    nodes.max { (Self.hash($0, subject), $0) < (Self.hash($1, subject), $1) }
  }

  /// FNV-1a, mixed so that similar names differ in all bits. It must be the same on all nodes, which `Hasher` is not.
  private static func hash(_ node: String, _ subject: [UInt8]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in Array(node.utf8) + [0] + subject { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ hash >> 33) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ hash >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }
}
