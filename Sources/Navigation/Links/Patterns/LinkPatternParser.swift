import CEL

/// A parser of link patterns. After a fault it continues with the next segment, if that can be found.
struct LinkPatternParser {
  private let text: [Unicode.Scalar]
  private var position = 0
  private var segments: [LinkPattern.Segment] = []
  private var names: Set<String> = []
  private var faults: [String] = []
  private let meter: CompilationMeter?

  private static let maximumLength = 500
  private static let maximumSegments = 32

  init(_ text: String, _ meter: CompilationMeter?) {
    self.text = Array(text.unicodeScalars)
    self.meter = meter
  }

  mutating func parse() throws(LinkFaults) -> [LinkPattern.Segment] {
    if text.count > Self.maximumLength {
      throw LinkFaults(details: ["A path must have at most \(Self.maximumLength) characters; it has \(text.count)."])
    }
    while position < text.count {
      if text[position] == "/" {
        position += 1
      } else {
        do throws(LinkFault) { try addSegment() } catch { faults.append(error.detail) }
      }
    }
    if segments.count > Self.maximumSegments {
      faults.append("A path must have at most \(Self.maximumSegments) segments; it has \(segments.count).")
    }
    guard faults.isEmpty else { throw LinkFaults(details: faults) }
    return segments
  }

  private mutating func addSegment() throws(LinkFault) {
    let start = position
    let (kind, count) = text[position] == ":" ? try param() : try literal()
    segments.append(LinkPattern.Segment(text: string(start..<position), kind: kind, count: count))
  }

  private func string(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(text[range])) }

  /// Skips to the end of the segment, and returns the skipped text.
  private mutating func rest() -> String {
    let start = position
    while position < text.count, text[position] != "/" { position += 1 }
    return string(start..<position)
  }

  private mutating func literal() throws(LinkFault) -> (LinkPattern.Segment.Kind, LinkPattern.Segment.Count) {
    let segment = rest()
    if segment == "*" { return (.anything, .some) }
    if let sign = segment.unicodeScalars.first(where: { "?#*()".unicodeScalars.contains($0) }) {
      throw LinkFault(
        "The segment `\(segment)` has a `\(sign)` outside a param: `:name?` is optional, `:name(…)` has a "
          + "pattern, and `*` is a segment of its own.")
    }
    return (.literal, .one)
  }

  private mutating func param() throws(LinkFault) -> (LinkPattern.Segment.Kind, LinkPattern.Segment.Count) {
    position += 1
    let start = position
    while position < text.count, text[position].isInName { position += 1 }
    let name = string(start..<position)
    if name.isEmpty { throw LinkFault("A param needs a name after its `:`, not `\(rest())`.") }
    if !names.insert(name).inserted { faults.append("The param `:\(name)` occurs twice; rename one of them.") }
    var pattern: LinkPattern.Segment.SegmentPattern?
    if position < text.count, text[position] == "(" { pattern = try self.pattern(of: name) }
    let count = count()
    let rest = rest()
    guard rest.isEmpty else {
      throw LinkFault(
        "`\(rest)` follows the param `:\(name)`. A param is a whole segment: a name of letters, digits, `_` and `-`, "
          + "an optional pattern in `()`, and optionally one of `?`, `+` and `*`.")
    }
    return (.param(name, pattern), count)
  }

  private mutating func pattern(of name: String) throws(LinkFault) -> LinkPattern.Segment.SegmentPattern {
    let start = position + 1
    position = start
    let expression: RegularExpression
    do throws(RegularExpressionFault) {
      expression = try RegularExpression(wholeTextMatching: text, at: &position, meter)
    } catch {
      // The end of the pattern is unknown, so the rest cannot be parsed.
      position = text.count
      throw LinkFault("The pattern of `:\(name)` is no regular expression: \(error.message).")
    }
    guard position < text.count else {
      throw LinkFault("The pattern of `:\(name)` does not end: a `)` is missing.")
    }
    position += 1
    guard position > start + 1 else { throw LinkFault("The pattern of `:\(name)` in `()` is empty.") }
    return .init(text: string(start..<(position - 1)), expression: expression)
  }

  private mutating func count() -> LinkPattern.Segment.Count {
    guard position < text.count else { return .one }
    let count: LinkPattern.Segment.Count
    switch text[position] {
    case "?": count = .optional
    case "+": count = .some
    case "*": count = .any
    default: return .one
    }
    position += 1
    return count
  }
}

extension Unicode.Scalar {
  /// Whether the name of a param can contain the character.
  fileprivate var isInName: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }
}
