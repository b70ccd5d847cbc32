import CEL
import JSON

/// Evaluates an expression that is not checked before, and returns its type and value: `int 5`, `list [1,"a"]`, or the
/// error with its column.
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

/// The fault of an expression that is checked; nil if it has none.
func fault(of source: String, _ variables: KeyValuePairs<String, CELType> = [:]) -> String? {
  do throws(ExpressionFault) {
    _ = try CELExpression(source, in: CELEnvironment(variables))
    return nil
  } catch {
    return error.description
  }
}

/// Evaluates a condition, which has to be true.
func holds(_ source: String, _ variables: JSONObject = [:]) -> Bool { result(of: source, variables) == "bool true" }
