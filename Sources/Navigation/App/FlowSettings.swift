/// How the server counts the ways that the sessions of an app take between screens.
public struct FlowSettings: Sendable {
  /// Whether they are counted.
  public let isCounted: Bool
  /// The labels by which the counts can be divided, besides the variants. They must not tell who a person is.
  public let labels: Set<String>

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - isCounted: Whether the ways are counted.
  ///   - labels: The labels by which the counts can be divided, besides the variants.
  public init(isCounted: Bool = true, labels: Set<String> = []) {
    self.isCounted = isCounted
    self.labels = labels
  }
}

extension App {
  /// Whether the counts of flows can be divided by a label.
  package func dividesFlows(by label: String) -> Bool { flows.labels.contains(label) || variants.sets(label) }
}
