/// A writer of the Prometheus text format, version 0.0.4
/// (<https://prometheus.io/docs/instrumenting/exposition_formats/>).
///
/// ```swift
/// var text = MetricsText()
/// text.gauge("navstate_sessions", "Sessions in memory.", 7)
/// ```
package struct MetricsText: Sendable {
  /// Label names and values.
  package typealias Labels = KeyValuePairs<StaticString, String>

  /// The type of a metric.
  package enum Kind: String, Sendable {
    /// A value that only increases, and restarts with the process.
    case counter
    case gauge
    case histogram
  }

  /// The text so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// The written families. A family must be written once, with all of its lines together.
  private var families: Set<String> = []
  private var family = ""

  /// Creates an empty text.
  package init() {
    bytes.reserveCapacity(1 << 15)
  }

  /// Begins a family of series.
  package mutating func begin(_ name: StaticString, _ kind: Kind, _ help: String) {
    family = "\(name)"
    precondition(families.insert(family).inserted, "\(name) is written twice")
    bytes += "# HELP \(family) ".utf8
    append(escaping: help, quotes: false)
    bytes += "\n# TYPE \(family) \(kind.rawValue)\n".utf8
  }

  /// Writes a series of the current family.
  package mutating func series(_ value: Int, _ labels: Labels = [:]) {
    append(labels: labels)
    bytes += " \(value)\n".utf8
  }

  /// Writes a series of the current family.
  package mutating func series(_ value: Double, _ labels: Labels = [:]) {
    append(labels: labels)
    bytes += " \(Self.text(value))\n".utf8
  }

  /// Writes the series of a histogram.
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

// Families of one series.
extension MetricsText {
  /// Writes a counter without labels.
  package mutating func counter(_ name: StaticString, _ help: String, _ value: Int) {
    begin(name, .counter, help)
    series(value)
  }

  /// Writes a gauge without labels.
  package mutating func gauge(_ name: StaticString, _ help: String, _ value: Int) {
    begin(name, .gauge, help)
    series(value)
  }

  /// Writes a histogram without labels.
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

  /// Appends escaped text. Quotes are escaped in label values, but not in help texts.
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
