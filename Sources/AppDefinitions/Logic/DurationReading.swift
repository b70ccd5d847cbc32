import JSON

extension JSONNode {
  /// Reads a duration: seconds, or a text such as `PT30S`.
  func duration(_ what: String, _ reader: inout DefinitionReader) -> Duration? {
    let milliseconds: Int64? =
      switch value {
      case .string(let text): JSONDuration.milliseconds(of: text)
      default: value.numberValue.flatMap(JSONDuration.milliseconds(ofSeconds:))
      }
    if let milliseconds, Self.durations.contains(milliseconds) {
      return .milliseconds(milliseconds)
    }
    return reader.fault(
      "\(what) must be a number of seconds or a duration such as \"PT30S\" or \"P30D\", above 0 and at most 365 days; it is "
        + "\(value.excerpt).", at: place)
  }

  /// In milliseconds, to 365 days, the limit of timers.
  private static let durations: ClosedRange<Int64> = 1...31_536_000_000
}
