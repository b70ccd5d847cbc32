/// The settings for the counts of flows: of the changes of sessions from one screen to another.
public struct FlowSettings: Sendable {
  /// Whether they are counted.
  public let isCounted: Bool
  /// The labels by which the counts can be divided, besides the variants. They must not tell who a person is.
  public let labels: Set<String>

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - isCounted: Whether flows are counted.
  ///   - labels: The labels by which the counts can be divided, besides the variants.
  public init(isCounted: Bool = true, labels: Set<String> = []) {
    self.isCounted = isCounted
    self.labels = labels
  }
}

extension App {
  /// Whether the counts of flows can be divided by a label.
  package func dividesFlows(by label: String) -> Bool {
    flows.labels.contains { $0.isIdentical(to: label) } || variants.sets(label)
  }
}
