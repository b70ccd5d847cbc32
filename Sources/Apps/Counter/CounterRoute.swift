import JSON
import Navigation

/// What a counter screen sends out, for somebody else to act on.
public enum CounterRoute: Equatable, Sendable {
  case push(count: Int)
}

extension CounterRoute: NamedOutput {
  public var name: String {
    switch self {
    case .push: "push"
    }
  }

  public var value: JSONValue {
    switch self {
    case .push(let count): ["count": .integer(Int64(count))]
    }
  }
}
