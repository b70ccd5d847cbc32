import Navigation

/// A route that a presenter sends to the router: the output `transition` with the value `{"to": color}`.
public enum ColorRoute: Codable, NamedOutput, Equatable, Sendable {
  case transition(to: Color)
}
