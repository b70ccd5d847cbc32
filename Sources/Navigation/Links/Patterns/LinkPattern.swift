import CEL

/// The pattern of the links that lead to a route: `/p/:id(\d+)/:page?`.
///
/// A pattern consists of literal segments, params, and `*`, which matches any segments. A param's name can be followed
/// by a regular expression (RE2) in parentheses, which matches its segment as a whole, and then by `?` (optional), `+`
/// (one or more segments) or `*` (any number of segments). Leading, trailing and repeated slashes are ignored.
///
/// ```swift
/// let pattern: LinkPattern = "/products/:id(\\d+)/reviews/:page?"
/// pattern.params  // ["id", "page"]
/// ```
public struct LinkPattern: Sendable {
  /// The original text.
  public let text: String
  /// The text without redundant slashes. Two patterns are equal when these texts are.
  package let normalized: String
  let segments: [Segment]

  struct Segment: Sendable {
    /// The original text of the segment.
    let text: String
    let kind: Kind
    let count: Count

    enum Kind: Sendable {
      case literal
      case param(String, SegmentPattern?)
      case anything
    }

    /// The pattern that matches the whole text of a segment.
    struct SegmentPattern: Sendable {
      let text: String
      let expression: RegularExpression
    }

    /// The number of path segments that it matches.
    enum Count: Sendable {
      case one, optional, some, any
    }
  }

  /// Parses a pattern.
  ///
  /// - Throws: ``LinkFaults`` with all faults of the pattern.
  public init(_ text: String) throws(LinkFaults) {
    try self.init(text, nil)
  }

  /// - Parameter meter: Counts the instructions of the regular expressions.
  package init(_ text: String, _ meter: CompilationMeter?) throws(LinkFaults) {
    var parser = LinkPatternParser(text, meter)
    self.text = text
    segments = try parser.parse()
    normalized = segments.map(\.text).joined(separator: "/")
  }

  /// The names of the params, in order.
  public var params: [String] {
    segments.compactMap { segment in
      if case .param(let name, _) = segment.kind { name } else { nil }
    }
  }
}

extension LinkPattern: ExpressibleByStringLiteral {
  /// Parses a literal pattern of a compiled app. An invalid pattern is a programming error and traps.
  public init(stringLiteral text: String) {
    do throws(LinkFaults) {
      try self.init(text)
    } catch {
      preconditionFailure("the path \"\(text)\" is not a link pattern: \(error.details.joined(separator: " "))")
    }
  }
}

extension LinkPattern: Equatable {
  /// Whether both are the same pattern, except for redundant slashes.
  public static func == (one: LinkPattern, other: LinkPattern) -> Bool { one.normalized == other.normalized }
}

/// An error with the faults of a link pattern.
public struct LinkFaults: Error, Sendable, Equatable {
  /// The faults, at least one: what was wrong, and what would work.
  public let details: [String]
}

/// A fault of a pattern.
struct LinkFault: Error {
  let detail: String

  init(_ detail: String) {
    self.detail = detail
  }
}
