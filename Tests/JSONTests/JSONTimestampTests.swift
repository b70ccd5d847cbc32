import JSON
import Testing

@Suite("JSON timestamps")
struct JSONTimestampTests {
  static let known: [(Int64, String)] = [
    (0, "1970-01-01T00:00:00.000Z"),
    (1, "1970-01-01T00:00:00.001Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (1_767_323_045_678, "2026-01-02T03:04:05.678Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (951_868_799_999, "2000-02-29T23:59:59.999Z"),
    (951_868_800_000, "2000-03-01T00:00:00.000Z"),
    (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
    (-2_203_891_200_001, "1900-02-28T23:59:59.999Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    (1_709_164_800_000, "2024-02-29T00:00:00.000Z"),
    (2_147_483_648_000, "2038-01-19T03:14:08.000Z"),
    (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ]

  @Test("A timestamp is formatted and parsed back", arguments: known)
  func knownMoment(milliseconds: Int64, text: String) {
    var writer = JSONWriter()
    writer.append(timestamp: milliseconds)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "\"\(text)\"")
    #expect(JSONTimestamp.milliseconds(of: text) == milliseconds)
  }

  @Test(
    "A time outside the years 1 to 9999 is written as the nearest timestamp in that range",
    arguments: [
      (Int64.min, "0001-01-01T00:00:00.000Z"), (-62_135_596_800_001, "0001-01-01T00:00:00.000Z"),
      (253_402_300_800_000, "9999-12-31T23:59:59.999Z"), (.max, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)])
  func beyond(milliseconds: Int64, text: String) {
    #expect(JSONTimestamp.text(milliseconds) == text)
  }

  static let day: Int64 = 86_400_000

  @Test(
    "Timestamps round-trip on every day of 400 years and on every 97th day of the years 1 to 9999",
    arguments: [
      (0, 146_097 * day, day), (JSONTimestamp.range.lowerBound, JSONTimestamp.range.upperBound, 97 * day),
    ] as [(Int64, Int64, Int64)])
  func days(first: Int64, last: Int64, step: Int64) {
    var previous = ""
    for milliseconds in stride(from: first, through: last, by: Int(step)) {
      var writer = JSONWriter()
      writer.append(timestamp: milliseconds)
      let text = String(decoding: writer.bytes.dropFirst().dropLast(), as: UTF8.self)
      guard JSONTimestamp.milliseconds(of: text) == milliseconds, previous.utf8.lexicographicallyPrecedes(text.utf8)
      else {
        Issue.record("\(milliseconds) is written as \(text)")
        return
      }
      previous = text
    }
  }

  @Test(
    "A malformed text or an invalid date is not parsed as a timestamp",
    arguments: [
      "", "2026-01-02", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.67Z", "2026-01-02T03:04:05.6789Z",
      "2026-01-02t03:04:05.678Z", "2026-01-02T03:04:05.678z", "2026-01-02T03:04:05.678+", "2026-01-02 03:04:05.678Z",
      "2026-00-02T03:04:05.678Z", "2026-13-02T03:04:05.678Z", "2026-01-00T03:04:05.678Z", "2026-01-32T03:04:05.678Z",
      "2026-04-31T03:04:05.678Z", "2026-02-29T03:04:05.678Z", "1900-02-29T03:04:05.678Z", "2026-01-02T24:00:00.000Z",
      "2026-01-02T03:60:05.678Z", "2026-01-02T03:04:60.678Z", "0000-01-02T03:04:05.678Z", "+026-01-02T03:04:05.678Z",
      "2026-01-02T03:04:05,678Z",
    ])
  func refused(text: String) {
    #expect(JSONTimestamp.milliseconds(of: text) == nil)
  }

  @Test(
    "A time of RFC 3339 has any fraction and offset",
    arguments: [
      ("2026-01-02T03:04:05Z", 0), ("2026-01-02t03:04:05z", 0), ("2026-01-02T05:34:05+02:30", 0),
      ("2026-01-01T23:04:05.000000-04:00", 0), ("2026-01-02T03:04:05.5Z", 500), ("2026-01-02T03:04:05.0009Z", 0),
      ("2026-01-02T03:04:05.123456789012+00:00", 123),
    ] as [(String, Int64)])
  func rfc3339(text: String, milliseconds: Int64) {
    #expect(JSONTimestamp.milliseconds(ofRFC3339: text) == 1_767_323_045_000 + milliseconds)
  }

  @Test("A part of a millisecond is rounded up on request")
  func rounding() {
    let time = "2026-01-02T03:04:05.0001Z"
    #expect(JSONTimestamp.milliseconds(ofRFC3339: time, roundsUp: true) == 1_767_323_045_001)
    #expect(JSONTimestamp.milliseconds(ofRFC3339: "2026-01-02T03:04:05.0Z", roundsUp: true) == 1_767_323_045_000)
  }

  @Test(
    "A text that is no time of RFC 3339 is not parsed",
    arguments: [
      "", "Z", "2026-01-02", "2026-01-02T03:04:05", "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05.5",
      "2026-01-02 03:04:05Z",
      "2026-01-02T03:04:05+2:00", "2026-01-02T03:04:05+24:00", "2026-01-02T03:04:05+0200", "2026-02-29T03:04:05Z",
      "2026-01-02T03:04:05.٣Z", "2026-01-02T03:04:05ZZ",
    ])
  func noRFC3339(text: String) {
    #expect(JSONTimestamp.milliseconds(ofRFC3339: text) == nil)
  }
}
