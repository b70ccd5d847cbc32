/// A fault of an expression, found before it is evaluated.
package struct ExpressionFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of a fault.
  package enum Kind: Sendable, Equatable {
    case syntax
    case tooLarge
    case unknownVariable(String)
    case unknownMember(String)
    case unknownFunction(String)
    case type
  }

  package let kind: Kind
  /// A sentence without a full stop.
  package let message: String
  /// In characters from 1.
  package let column: Int

  package init(_ kind: Kind, _ message: String, column: Int) {
    self.kind = kind
    self.message = message
    self.column = column
  }

  package var description: String { "\(message) (column \(column))" }
}
