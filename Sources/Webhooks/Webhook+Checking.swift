import JSON

extension Webhook {
  private typealias Faults = [WebhookFaults.Fault]
  /// The maximum length of a URL in bytes.
  package static let longestURL = 2_048
  /// The maximum length of an output's name in bytes.
  package static let longestOutputName = 128
  /// The maximum number of app or output filters.
  package static let mostFilters = 100

  static func check(name: String, _ faults: inout [WebhookFaults.Fault]) {
    guard !isName(name) else { return }
    faults.append(.init(member: .name, detail: "The webhook's name must have \(rule); it is \(shown(name))."))
  }

  static func check(apps: [String], _ faults: inout [WebhookFaults.Fault]) {
    check(count: apps.count, .apps, &faults)
    if let wrong = apps.first(where: { !isName($0) }) {
      faults.append(.init(member: .apps, detail: "An app's name must have \(rule); it is \(shown(wrong))."))
    }
  }

  static func check(outputs: [String], _ faults: inout [WebhookFaults.Fault]) {
    check(count: outputs.count, .outputs, &faults)
    if let wrong = outputs.first(where: { !(1...longestOutputName).contains($0.utf8.count) }) {
      let detail = "An output's name must have 1 to \(longestOutputName) bytes; it is \(shown(wrong))."
      faults.append(.init(member: .outputs, detail: detail))
    }
  }

  private static func check(count: Int, _ member: WebhookFaults.Member, _ faults: inout [WebhookFaults.Fault]) {
    guard count > mostFilters else { return }
    let detail =
      "`\(member.rawValue)` must have at most \(mostFilters) names; it has \(count). An empty list means all."
    faults.append(.init(member: member, detail: detail))
  }

  private static let rule = "1 to 64 characters of a–z, 0–9, `-` and `_`, and begin with a letter or digit"

  /// Whether the name follows the rule for the names of apps.
  private static func isName(_ name: String) -> Bool {
    let isLetterOrDigit = { (byte: UInt8) in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    guard let first = name.utf8.first, isLetterOrDigit(first), name.utf8.count <= 64 else { return false }
    return name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// The text escaped and shortened, so that an error stays short.
  static func shown(_ text: String) -> String {
    JSONValue.string(text).excerpt
  }
}
