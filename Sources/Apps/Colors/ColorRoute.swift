import JSON
import Navigation

/// What a presenter sends to the router.
public enum ColorRoute: Equatable, Sendable {
  case transition(to: Color)
}

extension ColorRoute: NamedOutput {
  public var name: String {
    switch self {
    case .transition: "transition"
    }
  }

  public var value: JSONValue {
    switch self {
    case .transition(let color): ["to": .string(color.rawValue)]
    }
  }
}
