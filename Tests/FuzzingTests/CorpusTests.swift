import Foundation
import FuzzTargets
import Testing

@Suite(.serialized) struct CorpusTests {
  @Test("Everything that a fuzzer once found or began with is read to its end", arguments: FuzzTarget.allCases)
  func replay(target: FuzzTarget) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../Fuzzing/Corpus/\(target.rawValue)")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files.sorted(by: { $0.path < $1.path }) { target.read(Array(try Data(contentsOf: file))) }
  }
}
