/// A function that expressions can call.
final class Function: Sendable {
  typealias Budget = EvaluationBudget

  /// The implementation by the number of arguments. The receiver of a member call is the first argument.
  enum Body: Sendable {
    case one(@Sendable (CELValue, inout Budget) throws(EvaluationError) -> CELValue)
    case two(@Sendable (CELValue, CELValue, inout Budget) throws(EvaluationError) -> CELValue)
    case three(@Sendable (CELValue, CELValue, CELValue, inout Budget) throws(EvaluationError) -> CELValue)
    /// Any number of arguments of at least one.
    case many(@Sendable ([CELValue], inout Budget) throws(EvaluationError) -> CELValue)
  }

  /// The types of an overload's arguments and of its result.
  struct Signature: Sendable {
    let parameters: [CELType]
    let result: CELType

    init(_ parameters: CELType..., result: CELType) {
      self.parameters = parameters
      self.result = result
    }
  }

  let name: String
  /// Whether it is called as `receiver.name(…)`.
  let isMember: Bool
  let signatures: [Signature]
  let body: Body

  init(_ name: String, isMember: Bool = false, _ signatures: [Signature], _ body: Body) {
    self.name = name
    self.isMember = isMember
    self.signatures = signatures
    self.body = body
  }

  /// Whether it takes so many arguments, with the receiver.
  func accepts(_ count: Int) -> Bool {
    switch body {
    case .one: count == 1
    case .two: count == 2
    case .three: count == 3
    case .many: count >= 1
    }
  }
}

extension Function {
  static func global(_ name: String, _ signatures: Signature..., body: Body) -> Function {
    Function(name, signatures, body)
  }

  static func member(_ name: String, _ signatures: Signature..., body: Body) -> Function {
    Function(name, isMember: true, signatures, body)
  }
}

/// All functions.
enum FunctionTable {
  private static let functions: [String: [Function]] = Dictionary(
    grouping: ConversionFunctions.all + StringFunctions.all + StringSearchFunctions.all + StringPartFunctions.all
      + FormatFunctions.all + MathFunctions.all + BitFunctions.all + TimeFunctions.all, by: \.name)

  /// The functions of a name, called in one of the two ways.
  static func named(_ name: String, isMember: Bool) -> [Function] {
    functions[name, default: []].filter { $0.isMember == isMember }
  }

  /// The beginnings of names with a dot.
  static let namespaces: Set<String> = ["math", "strings", "url"]
}

extension EvaluationError {
  /// The failure of a function that does not take arguments of these types.
  static func noOverload(_ function: String, _ arguments: CELValue...) -> EvaluationError {
    EvaluationError(.noSuchOverload(function: function, kinds: arguments.map(\.kind)))
  }

  static func badArgument(_ message: String) -> EvaluationError { EvaluationError(.badArgument(message)) }
}
