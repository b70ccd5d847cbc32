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
}
