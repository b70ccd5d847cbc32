/// A page of metrics, parsed as strictly as by Prometheus' own checker: the text format, version 0.0.4, and the
/// conventions for names.
package struct PrometheusParser {
  package struct Series: Hashable {
    package let name: String
    package let labels: [String: String]
  }

  package struct Family {
    package let name: String
    package let kind: String
    package let help: String
    package fileprivate(set) var series: [Series] = []
  }

  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }

  package private(set) var families: [Family] = []
  private var values: [Series: Double] = [:]

  package subscript(name: String, labels: [String: String] = [:]) -> Double? {
    values[Series(name: name, labels: labels)]
  }

  package func family(_ name: String) -> Family? { families.first { $0.name == name } }

  package init(_ text: String) throws(Fault) {
    guard text.hasSuffix("\n") else { throw Fault(description: "the last line has no end") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...]
    while let line = lines.popFirst() {
      if line.hasPrefix("# HELP ") {
        try begin(line, lines.popFirst())
      } else {
        try add(line)
      }
    }
    for family in families where family.kind == "histogram" { try check(family) }
  }

  private mutating func begin(_ help: Substring, _ type: Substring?) throws(Fault) {
    let help = help.dropFirst(7).split(separator: " ", maxSplits: 1)
    guard help.count == 2, Self.isName(help[0]), let type, type.hasPrefix("# TYPE \(help[0]) ") else {
      throw Fault(description: "no help and type: \(help) \(type ?? "")")
    }
    let (name, kind) = (String(help[0]), String(type.split(separator: " ")[3...].joined(separator: " ")))
    guard family(name) == nil else { throw Fault(description: "\(name) comes twice") }
    guard ["counter", "gauge", "histogram"].contains(kind), name.hasSuffix("_total") == (kind == "counter") else {
      throw Fault(description: "\(name) is no name of a \(kind)")
    }
    families.append(Family(name: name, kind: kind, help: String(help[1])))
  }

  private mutating func add(_ line: Substring) throws(Fault) {
    var rest = line
    let name = rest.prefix { $0 != "{" && $0 != " " }
    rest = rest.dropFirst(name.count)
    guard Self.isName(name), let family = families.last else { throw Fault(description: "no series: \(line)") }
    let suffixes = family.kind == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
    guard suffixes.contains(where: { name == family.name + $0 }) else {
      throw Fault(description: "\(name) stands among those of \(family.name)")
    }
    let labels = rest.hasPrefix("{") ? try Self.labels(&rest) : [:]
    guard rest.hasPrefix(" "), let value = Self.value(rest.dropFirst()) else {
      throw Fault(description: "no value: \(line)")
    }
    let series = Series(name: String(name), labels: labels)
    guard values.updateValue(value, forKey: series) == nil else { throw Fault(description: "\(line) comes twice") }
    guard family.kind == "gauge" || value >= 0 else { throw Fault(description: "negative: \(line)") }
    families[families.count - 1].series.append(series)
  }

  /// Checks that the buckets of a histogram increase and end with its count.
  private func check(_ family: Family) throws(Fault) {
    let buckets = family.series.filter { $0.name == family.name + "_bucket" }
    for (labels, group) in Dictionary(grouping: buckets, by: { $0.labels.filter { $0.key != "le" } }) {
      let bounds = group.compactMap { $0.labels["le"].flatMap { Self.value($0[...]) } }
      let counts = group.compactMap { values[$0] }
      guard bounds.count == group.count, zip(bounds, bounds.dropFirst()).allSatisfy(<), bounds.last == .infinity,
        zip(counts, counts.dropFirst()).allSatisfy(<=), counts.last == self[family.name + "_count", labels],
        self[family.name + "_sum", labels] != nil
      else { throw Fault(description: "\(family.name) \(labels) is no histogram: \(bounds) \(counts)") }
    }
  }
}

extension PrometheusParser {
  /// Returns whether a text matches `[a-zA-Z_][a-zA-Z0-9_]*`. Colons are reserved for rules.
  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.first, !("0"..."9").contains(first) else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  private static func value(_ text: Substring) -> Double? {
    switch text {
    case "+Inf": .infinity
    case "-Inf": -.infinity
    case "NaN": .nan
    default: text.allSatisfy { "0123456789.e+-".contains($0) } ? Double(text) : nil
    }
  }

  /// Parses `{name="value",…}` at the front, and removes it.
  private static func labels(_ rest: inout Substring) throws(Fault) -> [String: String] {
    var labels: [String: String] = [:]
    repeat {
      rest = rest.dropFirst()
      let name = rest.prefix { $0 != "=" }
      rest = rest.dropFirst(name.count)
      guard isName(name), rest.hasPrefix("=\"") else { throw Fault(description: "no label: \(name)\(rest)") }
      rest = rest.dropFirst(2)
      let value = try quoted(&rest)
      guard labels.updateValue(value, forKey: String(name)) == nil else { throw Fault(description: "\(name) twice") }
    } while rest.hasPrefix(",")
    guard rest.hasPrefix("}") else { throw Fault(description: "the labels do not end: \(rest)") }
    rest = rest.dropFirst()
    return labels
  }

  private static func quoted(_ rest: inout Substring) throws(Fault) -> String {
    var value = ""
    while let character = rest.popFirst() {
      switch character {
      case "\"": return value
      case "\\":
        switch rest.popFirst() {
        case "\\"?: value.append("\\")
        case "\""?: value.append("\"")
        case "n"?: value.append("\n")
        case let other: throw Fault(description: "no escape: \(other.map(String.init) ?? "the end")")
        }
      default: value.append(character)
      }
    }
    throw Fault(description: "a label does not end")
  }
}
