import JSON
import Testing

@Suite("JSON numbers")
struct NumberTests {
  @Test(
    "A text with numbers that cannot be kept is valid only where numbers are rounded",
    arguments: ["[99999999999999999999]", "1e-400"])
  func rounded(text: String) {
    #expect(!JSONValue.isText(Array(text.utf8)))
    #expect(JSONValue.isText(Array(text.utf8), roundingNumbers: true))
  }

  @Test(
    "A number without fraction and exponent is an integer if it fits 64 bits",
    arguments: [
      ("0", 0), ("-1", -1), ("9007199254740993", 9_007_199_254_740_993),
      ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
      ("1000000000000000000", 1_000_000_000_000_000_000),
    ])
  func integers(text: String, value: Int64) throws {
    guard case .integer(value) = try JSONValue(parsing: text) else {
      Issue.record("\(text) is not the integer \(value)")
      return
    }
    #expect(JSONValue.integer(value).text == text)
  }

  @Test(
    "A number with a fraction or an exponent, and -0, is the nearest double",
    arguments: [
      ("-0", -0.0), ("1.0", 1), ("1e2", 100), ("1E+2", 100), ("1e-2", 0.01), ("-0.0", -0.0), ("0e1", 0), ("0.10", 0.1),
      ("9223372036854775808.0", 9_223_372_036_854_775_808), ("12345678901234567890e0", 1.2345678901234567e19),
      ("0.1e1", 1), ("1e22", 1e22), ("1e23", 1e23),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
      ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
      ("4.9e-324", Double.leastNonzeroMagnitude), ("0.000e-400", 0), ("-0e-99999999999999999999", -0.0),
      ("0e99999999999999999999", 0), ("9007199254740993.0", 9_007_199_254_740_992), ("8.5", 8.5),
      ("9007199254740993.00000000000000000000000000000000001", 9_007_199_254_740_994),
      ("0.500000000000000166533453693773481063544750213623046875", 0.5000000000000002),
    ])
  func doubles(text: String, value: Double) throws {
    guard case .number(let number) = try JSONValue(parsing: text) else {
      Issue.record("\(text) is not a number")
      return
    }
    #expect(number.bitPattern == value.bitPattern, "\(number)")
  }

  @Test(
    "A malformed or too large number is rejected",
    arguments: [
      "01", "-01", "00", "-", "+1", ".5", "1.", "1.e1", "1e", "1e+", "1e1.5", "0x10", "1_000", "NaN", "Infinity",
      "-Infinity",
      "1e400", "-1e400", "179769313486231580793e289", "1e99999999999999999999", "--1", "1a", "١",
    ])
  func refused(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(throws: JSONError.self) { try JSONValue(parsing: "[\(text)]") }
  }

  private static let unkept: [(String, Double)] = [
    ("9223372036854775808", 9_223_372_036_854_775_808), ("-9223372036854775809", -9_223_372_036_854_775_808),
    ("18446744073709551616", 18_446_744_073_709_551_616), ("123456789012345678901234567890", 1.2345678901234568e29),
    ("1e-400", 0), ("-1e-99999999999999999999", -0.0), ("0.0001e-330", 0),
  ]

  @Test("A number whose value would change is rejected unless numbers are rounded", arguments: unkept)
  func notKept(text: String, rounded: Double) throws {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(throws: JSONError.self) { try JSONDocument(parsing: "[\(text)]") }
    let stored = try JSONValue(parsing: Array(text.utf8), roundingNumbers: true)
    #expect(stored.numberValue?.bitPattern == rounded.bitPattern)
    #expect(try JSONValue(parsing: stored.text) == stored)
  }

  @Test("A number with 100,000 digits is parsed like any other")
  func manyDigits() throws {
    let digits = String(repeating: "3", count: 100_000)
    #expect(try JSONValue(parsing: "0.\(digits)") == .number(1.0 / 3))
    #expect(try JSONValue(parsing: "\(digits)e-100000") == .number(1.0 / 3))
    #expect(throws: JSONError.self) { try JSONValue(parsing: digits) }
  }

  @Test(
    "A number outside the integers is clamped to the nearest, and none is 0",
    arguments: [(1.9, 1), (-1.9, -1), (1e300, .max), (-1e300, .min), (.infinity, .max), (.nan, 0)] as [(Double, Int64)])
  func clamped(number: Double, integer: Int64) {
    #expect(number.clampedInteger == integer)
  }

  @Test(
    "A double is written with the fewest digits, and a non-finite one as null",
    arguments: [
      (1.0, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e16, "1e+16"), (1e15, "1000000000000000.0"),
      (Double.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (1e-5, "1e-05"), (-2.5, "-2.5"),
      (9_007_199_254_740_992, "9007199254740992.0"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
    ] as [(Double, String)])
  func written(number: Double, text: String) {
    #expect(JSONValue.number(number).text == text)
  }
}
