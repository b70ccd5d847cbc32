import JSON
import Navigation

/// A route that a counter screen sends to the router.
public enum CounterRoute: Equatable, Sendable {
  case push(count: Int)
}

extension CounterRoute: NamedOutput {
  /// The name of the output: `push`.
  public var name: String {
    switch self {
    case .push: "push"
    }
  }

  /// The value of the output: `{"count": n}`.
  public var value: JSONValue {
    switch self {
    case .push(let count): ["count": .integer(Int64(count))]
    }
  }
}
