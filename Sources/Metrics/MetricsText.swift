/// Writes figures as Prometheus reads them: the text format, version 0.0.4
/// (<https://prometheus.io/docs/instrumenting/exposition_formats/>).
package struct MetricsText: Sendable {
  package typealias Labels = KeyValuePairs<StaticString, String>

  package enum Kind: String, Sendable {
    /// Only rises, and begins anew with the process.
    case counter
    case gauge
    case histogram
  }

  package private(set) var bytes: [UInt8] = []
  /// A family must not come twice, and its lines have to stand together.
  private var families: Set<String> = []
  private var family = ""

  package init() {
    bytes.reserveCapacity(1 << 15)
  }

  /// Begins the series of one name.
  package mutating func begin(_ name: StaticString, _ kind: Kind, _ help: String) {
    family = "\(name)"
    precondition(families.insert(family).inserted, "\(name) is written twice")
    bytes += "# HELP \(family) ".utf8
    append(escaping: help, quotes: false)
    bytes += "\n# TYPE \(family) \(kind.rawValue)\n".utf8
  }

  /// One series of the present family.
  package mutating func series(_ value: Int, _ labels: Labels = [:]) {
    append(labels: labels)
    bytes += " \(value)\n".utf8
  }

  package mutating func series(_ value: Double, _ labels: Labels = [:]) {
    append(labels: labels)
    bytes += " \(Self.text(value))\n".utf8
  }

  package mutating func series(_ histogram: borrowing Histogram, _ labels: Labels = [:]) {
    let (upTo, count) = histogram.cumulative
    for (bound, number) in zip(histogram.bounds, upTo) {
      append(labels: labels, "_bucket", bound: Self.text(Double(bound) / histogram.scale))
      bytes += " \(number)\n".utf8
    }
    append(labels: labels, "_bucket", bound: "+Inf")
    bytes += " \(count)\n".utf8
    append(labels: labels, "_sum")
    bytes += " \(Self.text(Double(histogram.sum) / histogram.scale))\n".utf8
    append(labels: labels, "_count")
    bytes += " \(count)\n".utf8
  }
}

// A family of one series.
extension MetricsText {
  package mutating func counter(_ name: StaticString, _ help: String, _ value: Int) {
    begin(name, .counter, help)
    series(value)
  }

  package mutating func gauge(_ name: StaticString, _ help: String, _ value: Int) {
    begin(name, .gauge, help)
    series(value)
  }

  package mutating func histogram(_ name: StaticString, _ help: String, _ value: borrowing Histogram) {
    begin(name, .histogram, help)
    series(value)
  }
}

extension MetricsText {
  private mutating func append(labels: Labels, _ suffix: String = "", bound: String? = nil) {
    bytes += family.utf8
    bytes += suffix.utf8
    guard !labels.isEmpty || bound != nil else { return }
    var separator: UInt8 = UInt8(ascii: "{")
    for (name, value) in labels {
      bytes.append(separator)
      bytes += "\(name)=\"".utf8
      append(escaping: value, quotes: true)
      bytes.append(UInt8(ascii: "\""))
      separator = UInt8(ascii: ",")
    }
    if let bound {
      bytes.append(separator)
      bytes += "le=\"\(bound)\"".utf8
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// A label's value escapes its quotes, a help text does not.
  private mutating func append(escaping text: String, quotes: Bool) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case UInt8(ascii: "\"") where quotes: bytes += #"\""#.utf8
      default: bytes.append(byte)
      }
    }
  }

  private static func text(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    return value.isNaN ? "NaN" : "\(value)"
  }
}
