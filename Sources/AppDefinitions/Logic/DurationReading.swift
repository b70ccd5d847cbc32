import JSON
import Navigation

extension JSONNode {
  /// Reads a duration: seconds, or a text such as `PT30S`.
  func duration(_ what: String, _ reader: inout DefinitionReader) -> Duration? {
    let milliseconds: Int64? =
      switch value {
      case .string(let text): JSONDuration.milliseconds(of: text)
      default: value.numberValue.flatMap { $0 <= Self.longestDuration ? Int64($0 * 1_000) : nil }
      }
    if let milliseconds, (1...Int64(Self.longestDuration * 1_000)).contains(milliseconds) {
      return .milliseconds(milliseconds)
    }
    return reader.fault(
      "\(what) is a number of seconds or a duration such as \"PT30S\" or \"P30D\", at most 365 days; this is "
        + "\(value.excerpt).", at: place)
  }

  /// 365 days in seconds, the limit of timers.
  private static let longestDuration = 31_536_000.0
}
