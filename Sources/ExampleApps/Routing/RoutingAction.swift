import Navigation

/// An action of a screen or, except for `edit`, of its flow.
public enum RoutingAction: Codable, ActionConvertible, Equatable, Sendable {
  case edit(text: String)
  case openFirst, openSecond, openModal
  case finish
}
