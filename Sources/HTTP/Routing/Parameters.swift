/// What stands in a request's path where its route's template has names.
///
/// Ranges of the request's head, in place: looking a route up allocates nothing.
@usableFromInline package struct Parameters: Sendable {
  /// More than any template has.
  static let limit = 4

  package internal(set) var names: [String] = []
  package private(set) var count = 0
  private var ranges = InlineArray<4, Range<Int>>(repeating: 0..<0)

  /// Those of a path without a route: none.
  package init() {}

  mutating func append(_ range: Range<Int>) {
    ranges[count] = range
    count += 1
  }

  mutating func removeLast() {
    count -= 1
  }

  /// Where in the request's head that parameter is, as it was sent.
  package func range(_ name: String) -> Range<Int>? {
    for index in 0..<count where names[index] == name { return ranges[index] }
    return nil
  }

  /// Decoded; nil when the template has no such name, or the value is not UTF-8 when decoded.
  package subscript(name: String, request: Request) -> String? {
    range(name).flatMap { String(percentDecoding: request.head[$0]) }
  }

  /// By position in the template, without comparing names: the bytes as they were sent.
  package subscript(index: Int, request: Request) -> ArraySlice<UInt8> {
    precondition(index < count, "the template has \(count) parameters")
    return request.head[ranges[index]]
  }
}
