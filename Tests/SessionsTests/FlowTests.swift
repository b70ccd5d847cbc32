import Testing

@testable import Sessions

@Suite("Counts of flows")
struct FlowTests {
  @Test func `A median is within a tenth of every length, from a tenth of a second to months`() throws {
    for length in [100, 999, 1_300, 60_000, 86_400_000, 7_776_000_000] as [Int64] {
      var stays = FlowStays()
      for stay in [length / 2, length, length, length, length * 3] { stays.add(stay) }
      let median = try #require(stays.median)
      #expect(abs(median * 1_000 - Double(length)) <= 0.1 * Double(length))
      #expect(FlowStays(stays.text.utf8) == stays)
    }
    #expect(FlowStays().median == nil)
  }

  @Test func `Damaged counts of stays do not end the process`() {
    for text in ["", ",,", "x", "-5", "99999999999999999999999999", "1,2,x,3", String(repeating: "9,", count: 5_000)] {
      _ = FlowStays(text.utf8).median
    }
    var stays = FlowStays()
    for stay in [Int64.min, -1, 0, .max] { stays.add(stay) }
    #expect(stays.counts.reduce(0, +) == 4)
  }

  @Test func `The parts of a time count each of its minutes once, and no other, in few spans`() {
    let times: [(Int64, Int64)] = [
      (0, 0), (60, 120), (60, 4_320), (1_380, 1_500), (1_440, 2_880), (120, 10_000), (60, 95), (30, 1_410),
      (720, 2_160), (719, 2_159), (0, 129_601),
    ]
    for (start, end) in times {
      let parts = FlowSpan.parts(of: start..<end, in: [.day, .hour, .minute])
      var counts: [Int64: Int] = [:]
      for part in parts {
        let length = Int64(part.span.rawValue)
        #expect(part.minutes.lowerBound % length == 0 && part.minutes.upperBound % length == 0)
        for minute in part.minutes { counts[minute, default: 0] += part.isSubtracted ? -1 : 1 }
        #expect(part.span == .day || part.minutes.count <= (part.span == .hour ? 1_440 : 60))
      }
      #expect(counts.filter { $0.value != 0 } == Dictionary(uniqueKeysWithValues: (start..<end).map { ($0, 1) }))
      #expect(parts.count <= 7)
    }
  }

  @Test func `The last action of a batch is what led to its end`() {
    #expect(FlowCause(stored: Array(#"{"actions": [{"type": "push"}, {"type": "select"}]}"#.utf8)) == .select)
    #expect(FlowCause(stored: Array(#"{"type": "jump", "revision": 3}"#.utf8)) == .undo)
    #expect(FlowCause(stored: Array("damage".utf8)) == .other)
  }
}
