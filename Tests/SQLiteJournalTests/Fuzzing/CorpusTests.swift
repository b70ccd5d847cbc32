import Foundation
import FuzzTargets
import TestSupport
import Testing

// Serialized: the targets keep their databases in one folder.
@Suite(.serialized) struct CorpusTests {
  /// All targets but the journal. It needs the folder that the archive target locks, and is run by scripts/fuzz only.
  private static let targets = FuzzTarget.allCases.filter { $0 != .journal }

  @Test("Each target reads every input of its corpus without a trap", arguments: targets)
  func replay(target: FuzzTarget) throws {
    let inputs = try corpus(of: target)
    #expect(!inputs.isEmpty)
    for input in inputs { target.read(input) }
  }

  @Test("Each target reads random mutations of its corpus without a trap", arguments: targets)
  func mutations(target: FuzzTarget) throws {
    let inputs = try corpus(of: target)
    let rounds = ProcessInfo.processInfo.environment["NAVSTATE_FUZZ_ROUNDS"].flatMap(Int.init) ?? 1
    var mutation = Mutation(seed: 20_260_101)
    for _ in 0..<target.shortRun * rounds { target.read(mutation.input(from: inputs)) }
  }

  private func corpus(of target: FuzzTarget) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).appending(path: "../../../Fuzzing/Corpus/\(target.rawValue)").standardized
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { Array(try Data(contentsOf: folder.appending(path: $0))) }
  }
}

extension FuzzTarget {
  /// A number of inputs that take the target about one second.
  fileprivate var shortRun: Int {
    switch self {
    case .head, .chunks: 500
    case .url, .json, .expression, .jwt: 1_000
    case .definition, .actions, .archive: 100
    case .journal: 20
    }
  }
}

/// Random changes of inputs in a few places: bytes, pieces of other inputs, and numbers at the ends of their range.
private struct Mutation {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func input(from inputs: [[UInt8]]) -> [UInt8] {
    var bytes = inputs[below(inputs.count)]
    for _ in 0...below(4) {
      let place = below(bytes.count + 1)
      switch below(5) {
      case 0: bytes.insert(UInt8(below(256)), at: place)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(4)))
      case 2 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
      case 3: bytes.insert(contentsOf: Self.pieces[below(Self.pieces.count)].utf8, at: place)
      default:
        let other = inputs[below(inputs.count)]
        let start = below(other.count + 1)
        bytes.insert(contentsOf: other[start..<min(other.count, start + below(40))], at: place)
      }
    }
    return bytes
  }

  private static let pieces = [
    "9223372036854775807", "-9223372036854775808", "-1", "0", "1e400", "\r\n", "\n", " ", "\"", "\\", "[", "{", "null",
    "%", "\u{0}", "é", "a1", "root",
  ]

  private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}
