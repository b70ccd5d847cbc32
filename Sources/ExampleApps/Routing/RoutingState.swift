import JSON

/// The state of a screen, `{"text": "…"}`: a text that can be edited.
public struct RoutingState: Codable, JSONConvertible, Equatable, Sendable {
  /// The text.
  public var text: String

  /// Creates a state.
  public init(text: String = "") {
    self.text = text
  }
}
