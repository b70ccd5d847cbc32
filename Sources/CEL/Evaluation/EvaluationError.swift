/// The failure of an evaluation.
package struct EvaluationError: Error, Sendable, CustomStringConvertible {
  /// The reason of a failure.
  package enum Reason: Sendable {
    case unknownVariable(String)
    case unknownFunction(String)
    case noSuchOverload(function: String, kinds: [CELKind])
    case noSuchKey(String)
    case noSuchField(String, of: CELKind)
    case indexOutOfRange(Int64, count: Int)
    case badIndex(CELKind)
    case badKey(CELKind)
    case repeatedKey(String)
    case notBoolean(CELKind)
    case divisionByZero
    case overflow
    case outOfRange(String)
    case badArgument(String)
    /// No evaluation steps remain.
    case tooCostly
  }

  package let reason: Reason
  /// The column of the failing operation in the expression, in characters from 1; 0 if it is unknown.
  package private(set) var column: Int

  init(_ reason: Reason, column: Int = 0) {
    self.reason = reason
    self.column = column
  }

  /// Whether the evaluation ended because no steps remained. Such an error is not absorbed by `||` and `&&`.
  package var isTooCostly: Bool {
    if case .tooCostly = reason { true } else { false }
  }

  /// The name of the member that a value does not have; nil: that is not the reason.
  package var missingMember: String? {
    switch reason {
    case .noSuchKey(let name), .noSuchField(let name, _): name
    default: nil
    }
  }

  /// The error with a column, unless it has one.
  func at(_ column: Int32) -> EvaluationError {
    self.column == 0 ? EvaluationError(reason, column: Int(column)) : self
  }

  package var description: String { column == 0 ? message : "\(message) (column \(column))" }

  /// The reason as a sentence without a full stop.
  package var message: String {
    switch reason {
    case .unknownVariable(let name): "unknown variable \(name)"
    case .unknownFunction(let name): "unknown function \(name)"
    case .noSuchOverload(let function, let kinds):
      "\(function) does not apply to (\(kinds.map(\.rawValue).joined(separator: ", ")))"
    case .noSuchKey(let key): "no such key: \(key)"
    case .noSuchField(let name, let kind): "a value of type \(kind.rawValue) has no field \(name)"
    case .indexOutOfRange(let index, let count): "index \(index) is out of range; the size is \(count)"
    case .badIndex(let kind): "a list index must be an int, not \(kind.rawValue)"
    case .badKey(let kind): "a map key must be a string, an int or a bool, not \(kind.rawValue)"
    case .repeatedKey(let key): "the key \(key) is repeated"
    case .notBoolean(let kind): "a condition must be a bool, not \(kind.rawValue)"
    case .divisionByZero: "division by zero"
    case .overflow: "the result exceeds 64 bits"
    case .outOfRange(let what): "\(what) is out of range"
    case .badArgument(let what): what
    case .tooCostly: "the expression takes too many evaluation steps"
    }
  }
}
