import JSON
import TestSupport
import Testing

@testable import Sessions

@Suite("Inverses of stored steps")
struct InverseStepsTests {
  private func inverse(_ list: String) -> (steps: InverseSteps, read: (Range<Int>) -> [UInt8])? {
    let list = Array(list.utf8)
    let read = { (range: Range<Int>) in Array(list[range]) }
    return InverseSteps(ofListWith: list.count, read: read).map { ($0, read) }
  }

  @Test(
    "Each range of the inverse steps equals the same range of the whole inverse list",
    arguments: [
      [], ["[\"pop\"]"], ["[1]", "[\"a],[b\",[2]]", "[]"], [String(repeating: "x", count: 70_000), "\"\\\"\"", "{}"],
    ])
  func ranges(steps: [String]) throws {
    let steps = steps.map { $0.first == "x" ? "\"\($0)\"" : $0 }
    let (found, read) = try #require(inverse("[\(steps.joined(separator: ","))]"))
    let whole = Array("[\(steps.reversed().map { "[\"undo\",\($0)]" }.joined(separator: ","))]".utf8)
    #expect(found.count == whole.count)
    var generator = SplitMix64(seed: 1)
    for round in 0..<500 {
      let start = Int.random(in: 0...whole.count, using: &generator)
      let end = round == 0 ? whole.count : Int.random(in: start...whole.count, using: &generator)
      let range = round == 0 ? 0..<end : start..<end
      var bytes: [UInt8] = []
      found.append(range, to: &bytes, read: read)
      #expect(bytes == Array(whole[range]), "\(range)")
    }
  }

  @Test("A text that is not a JSON list has no inverse steps", arguments: ["", "{}", "[1", "[1]]", "1"])
  func invalid(text: String) {
    #expect(inverse(text) == nil)
  }
}
