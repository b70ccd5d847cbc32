/// A syntax error of a JSON text, with its position.
public struct JSONError: Error, Equatable, Sendable {
  /// The number of bytes before the error.
  public let offset: Int
  /// The line of the error, counted from 1.
  public let line: Int
  /// The column of the error in Unicode scalars, counted from 1.
  public let column: Int
  /// The description of the error: what was wrong, with which value, and what would work.
  public let message: String

  /// Creates an error at a position.
  public init(offset: Int, line: Int, column: Int, message: String) {
    self.offset = offset
    self.line = line
    self.column = column
    self.message = message
  }
}

extension JSONError: CustomStringConvertible {
  /// The position and the message.
  public var description: String { "line \(line), column \(column): \(message)" }
}
