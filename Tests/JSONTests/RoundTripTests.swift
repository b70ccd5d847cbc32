import JSON
import TestSupport
import Testing

@Suite("JSON round trips")
struct RoundTripTests {
  @Test("Random values round-trip with the same text and the announced size")
  func randomValues() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var values = RandomValues(seed: seed)
    for _ in 0..<2000 {
      let value = values.next(depth: 4)
      let text = value.text
      let back = try JSONValue(parsing: text)
      #expect(back == value, "seed \(seed): \(text)")
      #expect(back.hashValue == value.hashValue, "seed \(seed): \(text)")
      #expect(back.text == text, "seed \(seed)")
      #expect(value.encodedSize == text.utf8.count, "seed \(seed): \(text)")
      #expect(JSONValue.isText(Array(text.utf8)), "seed \(seed): \(text)")
    }
  }

  @Test("Every truncated text is rejected")
  func cutTexts() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var values = RandomValues(seed: seed)
    for _ in 0..<100 {
      let value = JSONValue.array([values.next(depth: 1)])
      let bytes = Array(value.text.utf8)
      let accepted = bytes.indices.filter { (try? JSONValue(parsing: Array(bytes[..<$0]))) != nil }
      #expect(accepted.isEmpty, "seed \(seed): \(value)")
    }
  }

  @Test("Integers and doubles keep their kind in a round trip")
  func kinds() throws {
    #expect(try JSONValue(parsing: "[1,1.0,1e2,-0]").text == "[1,1.0,100.0,-0.0]")
  }
}

/// A generator of values of every kind. The same seed gives the same values.
private struct RandomValues {
  private var generator: SplitMix64

  init(seed: UInt64) {
    generator = SplitMix64(seed: seed)
  }

  mutating func next(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
    case 0: .null
    case 1: .bool(Bool.random(using: &generator))
    case 2: .integer(Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator))
    case 3: .number(finiteNumber())
    case 4, 5: .string(string())
    case 6: .array((0..<count()).map { _ in next(depth: depth - 1) })
    default: .object(JSONObject((0..<count()).map { _ in (string(), next(depth: depth - 1)) }))
    }
  }

  private mutating func count() -> Int {
    Int.random(in: 0...(generator.next() % 20 == 0 ? 40 : 5), using: &generator)
  }

  private mutating func finiteNumber() -> Double {
    let number = Double(bitPattern: generator.next())
    return number.isFinite ? number : Double(generator.next() % 100) / 4
  }

  private mutating func string() -> String {
    let limits: [UInt32] = [0x7F, 0x7FF, 0xFFFF, 0x10FFFF]
    let limit = limits[Int.random(in: 0..<4, using: &generator)]
    var scalars = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...20, using: &generator) {
      scalars.append(Unicode.Scalar(UInt32.random(in: 0...limit, using: &generator)) ?? "\u{FFFD}")
    }
    return String(scalars)
  }
}
