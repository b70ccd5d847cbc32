import JSON
import Testing

@Suite("Durations")
struct JSONDurationTests {
  @Test(
    "A duration is parsed to milliseconds and formatted in a canonical form",
    arguments: [
      ("P30D", 2_592_000_000, "P30D"), ("PT720H", 2_592_000_000, "P30D"), ("P2W", 1_209_600_000, "P14D"),
      ("PT1S", 1_000, "PT1S"), ("P1DT2H3M4S", 93_784_000, "P1DT2H3M4S"), ("PT90M", 5_400_000, "PT1H30M"),
      ("P0D", 0, "PT0S"),
    ] as [(String, Int64, String)])
  func durations(text: String, milliseconds: Int64, canonical: String) {
    #expect(JSONDuration.milliseconds(of: text) == milliseconds)
    #expect(JSONDuration.text(milliseconds) == canonical)
  }

  @Test(
    "A malformed or unsupported duration is not parsed",
    arguments: ["", "P", "PT", "P1Y", "P1M", "1D", "P1", "PD", "P1DT", "PT1D", "P1H", "P-1D", "P1.5D", "P1D1W", "p1d"])
  func others(text: String) {
    #expect(JSONDuration.milliseconds(of: text) == nil)
  }

  @Test(
    "A number of seconds is a duration if a text can give it",
    arguments: [
      (0.1, 100), (-0.5, -500), (31_536_000, 31_536_000_000), (-9_223_372_036_854_775_808, nil), (1e19, nil),
      (-1e308, nil), (.greatestFiniteMagnitude, nil), (.infinity, nil), (-.infinity, nil), (.nan, nil),
      (.leastNonzeroMagnitude, 0), (9e12, 9_000_000_000_000_000), (9.1e12, nil),
    ] as [(Double, Int64?)])
  func seconds(seconds: Double, milliseconds: Int64?) {
    #expect(JSONDuration.milliseconds(ofSeconds: seconds) == milliseconds)
  }
}
