/// Why a text is not JSON, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// How many bytes stand before the fault.
  public let offset: Int
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int
  /// What was wrong, with which value, and what would work.
  public let message: String

  public init(offset: Int, line: Int, column: Int, message: String) {
    self.offset = offset
    self.line = line
    self.column = column
    self.message = message
  }
}

extension JSONError: CustomStringConvertible {
  public var description: String { "line \(line), column \(column): \(message)" }
}
