import CEL
import JSON
import Navigation

/// The variables that an expression can use at a place of a definition.
struct LogicPlace {
  /// The route whose screen acts; nil in a part of the app.
  private(set) var route: String?
  private var variables: [LogicVariable: CELType]
  /// The roots of places that a step can set.
  private(set) var roots: [DataPath.Root] = [.data]
  let environment: CELEnvironment
  private let meter: CompilationMeter

  /// The place of a part of the app.
  ///
  /// - Parameter data: The type of the app's data.
  init(data: CELType, _ meter: CompilationMeter) {
    self.init(
      nil, meter,
      [
        .data: data, .now: .timestamp, .path: .list(.string), .stack: .list(.string),
        .by: .dynamic,
        .session: .object(
          ["id": .string, "key": .dynamic, "labels": .map(.string), "revision": .int], isOpen: false),
      ])
  }

  private init(
    _ route: String?, _ meter: CompilationMeter, _ variables: [LogicVariable: CELType],
    _ roots: [DataPath.Root] = [.data]
  ) {
    self.route = route
    self.meter = meter
    self.variables = variables
    self.roots = roots
    environment = CELEnvironment(variables, meter)
  }

  /// The place of a part of a route.
  ///
  /// - Parameters:
  ///   - state: The type of its screens' states.
  ///   - hasScreen: Whether a screen of the route exists; false for a guard.
  func of(_ route: String, params: [DeclaredParam]?, state: CELType, hasScreen: Bool = true) -> LogicPlace {
    var variables = variables
    variables[.params] = params.map(CELType.init(of:)) ?? .map(.dynamic)
    guard hasScreen else { return LogicPlace(route, meter, variables) }
    variables[.state] = state
    variables[.screen] = .object(["id": .string, "route": .string], isOpen: false)
    return LogicPlace(route, meter, variables, [.data, .state])
  }

  /// The place of a migration, whose variables have the values of an earlier version.
  ///
  /// - Parameter hasScreen: Whether it is the migration of a screen.
  static func former(hasScreen: Bool, _ meter: CompilationMeter) -> LogicPlace {
    var variables = LogicPlace(data: .map(.dynamic), meter).variables
    guard hasScreen else { return LogicPlace(nil, meter, variables) }
    variables[.params] = .map(.dynamic)
    variables[.state] = .dynamic
    variables[.screen] = .object(["id": .string, "route": .string], isOpen: false)
    return LogicPlace(nil, meter, variables)
  }

  /// The place of an action with arguments.
  func with(args: [DeclaredParam]) -> LogicPlace { with([.args: CELType(of: args)]) }

  /// The place of the steps for a result.
  func withResult() -> LogicPlace { with([.result: .dynamic, .cancelled: .bool]) }

  /// The place of the condition for leaving, which is asked for a removal without a result.
  func withCancellation() -> LogicPlace { with([.cancelled: .bool]) }

  /// The place of the action for the answer to a call.
  func withAnswer() -> LogicPlace {
    with([.answer: .object(["status": .int, "body": .dynamic], isOpen: false)])
  }

  /// The place of the action for a call without an answer.
  func withFailure() -> LogicPlace { with([.answer: .object(["reason": .string], isOpen: false)]) }

  private func with(_ added: [LogicVariable: CELType]) -> LogicPlace {
    LogicPlace(route, meter, variables.merging(added) { $1 }, roots)
  }

  /// The names of the variables.
  var names: [String] { environment.names }
}

extension CELEnvironment {
  fileprivate init(_ variables: [LogicVariable: CELType], _ meter: CompilationMeter) {
    self.init(
      LogicVariable.allCases.compactMap { name in variables[name].map { (name.rawValue, $0) } }, meter: meter)
  }
}

extension CELType {
  /// The type of data or a state: what the schema says, and otherwise the JSON types of the initial value.
  init(ofInitial value: JSONValue, by schema: ValueSchema?) {
    guard let schema else {
      self.init(ofInitial: value)
      return
    }
    switch schema.kind {
    case .any where schema.members.isEmpty: self.init(ofInitial: value)
    case .string: self = .string
    case .integer, .number: self = .number
    case .boolean: self = .bool
    case .array: self = .list(schema.item.map { CELType(ofInitial: .null, by: $0) } ?? .dynamic)
    // `properties` without a `type`: as an object's, as long as the value is one.
    case .object, .any:
      let initial = value.objectValue ?? [:]
      let members = Dictionary(schema.members) { first, _ in first }
      var types = members.reduce(into: [:]) { types, member in
        types[member.key] = CELType(ofInitial: initial[member.key] ?? .null, by: member.value)
      }
      for (name, value) in initial where members[name] == nil { types[name] = CELType(ofInitial: value) }
      self = types.isEmpty ? .map(.dynamic) : .object(types, isOpen: true)
    }
  }

  /// The type of declared params or arguments.
  fileprivate init(of params: [DeclaredParam]) {
    self = .object(
      Dictionary(params.map { ($0.name, $0.param.map { CELType(of: $0) } ?? .dynamic) }) { first, _ in first },
      isOpen: false)
  }

  private init(of param: Param) {
    if param.isOptional, param.schema == nil {
      // It may be null, which a comparison can find out.
      self = .dynamic
      return
    }
    switch param.type {
    case .string: self = .string
    case .integer: self = .int
    case .number: self = .double
    case .boolean: self = .bool
    case .object: self = .map(.dynamic)
    case .array: self = .list(.dynamic)
    case .any: self = .dynamic
    }
  }
}
