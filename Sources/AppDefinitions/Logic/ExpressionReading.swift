import CEL
import JSON
import Navigation

extension LogicReader {
  /// Reads an expression.
  mutating func expression(
    _ node: JSONNode, _ what: String, in place: LogicPlace, expecting type: CELType = .dynamic
  ) -> Expression? {
    compiled(node, what, in: place) { text, environment, pointer throws(ExpressionFault) in
      try Expression(text, in: environment, expecting: type, at: pointer)
    }
  }

  /// Reads the condition `name` of a node, with its `message`.
  mutating func condition(_ node: JSONNode, _ what: String, in place: LogicPlace) -> Condition? {
    guard let when = node["when"] else { return nil }
    let message = node["message"].flatMap { text($0, "`message`", in: place) }
    return expression(when, what, in: place, expecting: .bool).map { Condition($0, message: message) }
  }

  /// Reads a condition on the items of a list.
  mutating func itemCondition(_ node: JSONNode, _ what: String, in place: LogicPlace) -> ItemCondition? {
    compiled(node, what, in: place, ItemCondition.init(_:in:at:))
  }

  /// Reads a text with expressions in `${…}`.
  mutating func text(_ node: JSONNode, _ what: String, in place: LogicPlace) -> TextTemplate? {
    compiled(node, what, in: place, TextTemplate.init(_:in:at:))
  }

  /// Reads a value whose strings may contain expressions.
  mutating func value(_ node: JSONNode, in place: LogicPlace) -> ValueTemplate? {
    var faults: [(JSONPointer, ExpressionFault)] = []
    let template = ValueTemplate(node.value, in: place.environment, at: node.place) { faults.append(($0, $1)) }
    for (pointer, fault) in faults { describe(fault, in: place, at: node.place.appending(pointer)) }
    return faults.isEmpty ? template : nil
  }

  /// Reads a text and compiles it with the variables of its place.
  private mutating func compiled<Compiled>(
    _ node: JSONNode, _ what: String, in place: LogicPlace,
    _ compile: (String, CELEnvironment, JSONPointer) throws(ExpressionFault) -> Compiled
  ) -> Compiled? {
    guard case .string(let text) = node.value else {
      return reader.fault(
        "\(what) must be an expression in a string, such as \"5\" or \"data.count\"; it is \(node.value.kind).",
        at: node.place)
    }
    do throws(ExpressionFault) {
      return try compile(text, place.environment, node.place)
    } catch {
      describe(error, in: place, at: node.place)
      return nil
    }
  }

  private mutating func describe(_ fault: ExpressionFault, in place: LogicPlace, at pointer: JSONPointer) {
    var detail = "The expression has a fault at column \(fault.column): \(fault.message)"
    if case .unknownVariable(let name) = fault.kind {
      detail += LogicVariable(rawValue: name) == nil ? "; " : ", which has no value here; "
      detail += reader.alternatives(to: name, among: place.names, "here are")
    } else {
      detail += "."
    }
    reader.report(detail, at: pointer)
  }
}
