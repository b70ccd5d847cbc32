import CEL
import JSON

/// Evaluates an unchecked expression and returns its type and value, such as `int 5` or `list [1,"a"]`, or the error
/// with its column.
func result(of source: String, _ variables: JSONObject = [:], steps: Int = EvaluationBudget.stepsOfAction) -> String {
  let environment = CELEnvironment.unchecked(variables.names)
  var bindings = environment.bindings
  for variable in variables { bindings[variable.name] = CELValue(variable.value) }
  var budget = EvaluationBudget(steps: steps)
  do {
    let value = try CELExpression(source, in: environment).evaluate(bindings, &budget)
    return "\(value.kind.rawValue) \(value.json.text)"
  } catch {
    return "\(error)"
  }
}

/// Returns the fault that the checker reports for an expression, or nil.
func fault(of source: String, _ variables: KeyValuePairs<String, CELType> = [:]) -> String? {
  do throws(ExpressionFault) {
    _ = try CELExpression(source, in: CELEnvironment(variables))
    return nil
  } catch {
    return error.description
  }
}

/// Returns whether a condition evaluates to true.
func holds(_ source: String, _ variables: JSONObject = [:]) -> Bool { result(of: source, variables) == "bool true" }
