import JSON
import Navigation

/// A route that a presenter sends to the router.
public enum ColorRoute: Equatable, Sendable {
  case transition(to: Color)
}

extension ColorRoute: NamedOutput {
  /// The name of the output: `transition`.
  public var name: String {
    switch self {
    case .transition: "transition"
    }
  }

  /// The value of the output: `{"to": color}`.
  public var value: JSONValue {
    switch self {
    case .transition(let color): ["to": .string(color.rawValue)]
    }
  }
}
