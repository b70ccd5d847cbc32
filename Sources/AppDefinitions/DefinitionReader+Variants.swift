import JSON
import Navigation

extension DefinitionReader {
  /// Reads the variants: the weights by the value, by the name of the label.
  mutating func variants(_ node: JSONNode) -> Variants {
    guard object(node, "`variants`") != nil else { return Variants() }
    if node.members.count > Self.mostVariants {
      report("There can be \(Self.mostVariants) variants at most; there are \(node.members.count).", at: node.place)
    }
    var variants: [String: [String: Double]] = [:]
    for (name, values) in named("variant", in: node) {
      if !LabelText.isName(name) {
        report(
          "The name of a variant, a label of each session, must have 1 to \(LabelText.longestName) characters, without a "
            + "colon and control characters; it is \(Suggestions.quoted(name)).", at: values.place)
      }
      variants[name] = weights(values, of: name)
    }
    return Variants(variants)
  }

  /// Reads how flows are counted: `false`, or the labels by which the counts can be divided.
  mutating func flows(_ node: JSONNode) -> FlowSettings {
    if node.value == .bool(false) { return FlowSettings(isCounted: false) }
    guard case .object = node.value else {
      report("`flows` must be false or an object with `labels`; it is \(node.value.excerpt).", at: node.place)
      return FlowSettings()
    }
    guard isObject(node, "`flows`", members: ["labels"]), let list = node["labels"] else { return FlowSettings() }
    guard case .array = list.value, list.elements.count <= Self.mostVariants else {
      report(
        "`labels` must be a list of at most \(Self.mostVariants) names of labels; it is \(list.value.excerpt).",
        at: list.place)
      return FlowSettings()
    }
    let labels = names(list.elements, "`labels`") { reader, element in
      if case .string(let name) = element.value, LabelText.isName(name) { return name }
      return reader.fault(
        "The name of a label must be a string of 1 to \(LabelText.longestName) characters, without a colon and control "
          + "characters; it is \(element.value.excerpt).", at: element.place)
    }
    return FlowSettings(labels: Set(labels))
  }

  private static let mostVariants = 8
  private static let mostValues = 20
  private static let weights: ClosedRange<Double> = 0...1_000_000

  private mutating func weights(_ node: JSONNode, of name: String) -> [String: Double] {
    guard object(node, "The variant \(Suggestions.quoted(name))") != nil else { return [:] }
    guard (1...Self.mostValues).contains(node.members.count) else {
      report("A variant must have 1 to \(Self.mostValues) values; it has \(node.members.count).", at: node.place)
      return [:]
    }
    var weights: [String: Double] = [:]
    for (value, weight) in named("value", in: node) {
      guard let number = weight.value.numberValue, Self.weights.contains(number) else {
        report(
          "The weight of \(Suggestions.quoted(value)) must be a number from 0 to 1,000,000; it is \(weight.value.excerpt).",
          at: weight.place)
        continue
      }
      if !LabelText.isValue(value) {
        report(
          "A value of a variant must have at most \(LabelText.longestValue) characters, and no control characters.",
          at: weight.place)
      }
      weights[value] = number
    }
    if weights.count == node.members.count, !weights.values.contains(where: { $0 > 0 }) {
      report("A variant must have a value with a weight above 0.", at: node.place)
    }
    return weights
  }
}
