/// The variants between which the sessions of an app are divided: each session has a label for each, chosen by weight.
///
/// The same key always has the same variant, over all versions of the app that have the same weights.
public struct Variants: Sendable {
  /// A variant with its values in the order of their names.
  package struct Variant: Sendable {
    package let name: String
    package let values: [(name: String, weight: Double)]
  }

  package let all: [Variant]

  /// Creates variants.
  ///
  /// - Parameter weights: The weights by the value, by the name of the label. Those of a label have a positive sum, and none
  ///   is negative.
  public init(_ weights: [String: [String: Double]] = [:]) {
    all = weights.sorted { $0.key < $1.key }.map { name, values in
      Variant(name: name, values: values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }
  }

  /// Whether the server sets the label of that name.
  package func sets(_ label: String) -> Bool { all.contains { $0.name.isIdentical(to: label) } }
}

extension Variants.Variant {
  /// The value at a place between the shares of all values, from 0 to less than 1.
  package func value(at place: Double) -> String? {
    var rest = place * values.reduce(0) { $0 + $1.weight }
    for value in values {
      if rest < value.weight { return value.name }
      rest -= value.weight
    }
    // Rounding may leave a rest behind the last one.
    return values.last { $0.weight > 0 }?.name
  }
}
