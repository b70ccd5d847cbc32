import TestSupport
import Testing

@testable import Sessions

@Suite("Lines of an archive")
struct ArchiveLinesTests {
  private func taken(_ text: String, longest: Int = 2_000_000) throws -> [String] {
    let source = ArchiveBytes(Array(text.utf8))
    var lines = ArchiveLines(of: source, in: 0..<source.count, longest: longest)
    var taken: [String] = []
    while let line = try lines.next() {
      switch line {
      case .line(let bytes): taken.append(String(decoding: bytes, as: UTF8.self))
      case .cut: return taken + ["cut"]
      case .tooLong: return taken + ["too long"]
      }
    }
    return taken
  }

  @Test(
    "The lines of an archive are read as they are, whatever their lengths",
    arguments: 1...8 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let lines = (0..<200).map { index in
      let most = index % 50 == 0 ? 1_200_000 : index % 20 == 0 ? 150_000 : 300
      return String(repeating: "x\(index)", count: Int.random(in: 0...most, using: &generator) / 4)
    }
    let text = lines.map { $0 + "\n" }.joined()
    #expect(try taken(text) == lines)
  }

  @Test("Reading the lines of an archive ends at a line that is cut off")
  func cut() throws {
    #expect(try taken("a\nb") == ["a", "cut"])
    #expect(try taken("") == [])
  }

  @Test("Reading the lines of an archive ends at a line that is too long")
  func tooLong() throws {
    let long = String(repeating: "x", count: 100_001)
    #expect(try taken("a\n\(long)\nb\n", longest: 100_000) == ["a", "too long"])
    #expect(try taken("a\n\(long)\nb\n", longest: 100_001) == ["a", long, "b"])
    #expect(try taken(long, longest: 100_000) == ["too long"])
  }
}
