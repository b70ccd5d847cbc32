import CEL
import Glibc
import JSON

/// Evaluates expressions and prints their values as JSON.
struct Eval {
  let program: ServerProgram

  /// - Returns: The exit status: 1 when the expression has no value.
  func run(_ arguments: ArraySlice<String>) throws(UsageError) -> Int32 {
    if arguments.contains("--lines") {
      guard arguments.count == 1 else { throw UsageError("eval --lines takes nothing else; \(hint)") }
      return answerLines()
    }
    let (expression, bindings) = try operands(arguments)
    let result = Self.evaluate(expression, try members(of: bindings))
    write(result)
    return result["error"] == nil ? 0 : 1
  }

  private var hint: String { "see `\(program.name) help eval`" }

  private func operands(
    _ arguments: ArraySlice<String>
  ) throws(UsageError) -> (expression: String, bindings: String?) {
    // An expression can begin with one minus or two: `--1`, but not with a letter after them.
    let arguments = try Arguments(arguments, options: ["--bindings": "FILE"]) { argument in
      !argument.hasPrefix("--") || argument.dropFirst(2).first?.isLetter != true
    }
    if let option = arguments.others.first { throw UsageError("eval has no option \"\(option)\"; \(hint)") }
    guard let expression = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("eval takes one expression: \(program.name) eval 'EXPRESSION' [--bindings FILE]")
    }
    return (expression, arguments["--bindings"])
  }

  /// Reads the variables from a file with a JSON object.
  private func members(of file: String?) throws(UsageError) -> JSONObject {
    guard let file else { return JSONObject() }
    let bytes = try File.operand(file)
    do throws(JSONError) {
      if let members = try JSONValue(parsing: bytes).objectValue { return members }
    } catch {
      throw UsageError("\(file), line \(error.line): \(error.message)")
    }
    throw UsageError("\(file) must contain a JSON object of variables")
  }

  private func answerLines() -> Int32 {
    while let line = readLine() {
      write(answer(line))
    }
    return 0
  }

  private func answer(_ line: String) -> JSONValue {
    do throws(JSONError) {
      let request = try JSONValue(parsing: line)
      guard let expression = request["expr"]?.stringValue else { return Self.failure("\"expr\" must be a string") }
      guard let bindings = (request["bindings"] ?? [:]).objectValue else {
        return Self.failure("\"bindings\" must be an object")
      }
      return Self.evaluate(expression, bindings)
    } catch {
      return Self.failure("not JSON: \(error.message)")
    }
  }

  private func write(_ value: JSONValue) {
    Log.write(value.bytes + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
  }
}

extension Eval {
  /// Evaluates an expression whose names and types are not checked before.
  static func evaluate(_ source: String, _ variables: JSONObject) -> JSONValue {
    let environment = CELEnvironment.unchecked(variables.names)
    var bindings = environment.bindings
    for variable in variables { bindings[variable.name] = CELValue(variable.value) }
    let expression: CELExpression
    do throws(ExpressionFault) {
      expression = try CELExpression(source, in: environment)
    } catch {
      return failure(error.message, column: error.column)
    }
    var budget = EvaluationBudget()
    do throws(EvaluationError) {
      return answer(try expression.evaluate(bindings, &budget))
    } catch {
      return failure(error.message, column: error.column)
    }
  }

  private static func answer(_ value: CELValue) -> JSONValue {
    // A reader of JSON may not keep an integer of 64 bits.
    let json: JSONValue = if case .int(let integer) = value { .string(String(integer)) } else { value.json }
    return ["type": .string(value.kind.rawValue), "value": json]
  }

  private static func failure(_ message: String, column: Int? = nil) -> JSONValue {
    var members: JSONObject = ["error": .string(message)]
    if let column { members["column"] = .integer(Int64(column)) }
    return .object(members)
  }
}
