import JSON
import Navigation

/// The outputs of a vending machine.
public enum MachineOutput: Equatable, Sendable {
  case sold(change: Int)
}

extension MachineOutput: NamedOutput {
  public var name: String {
    switch self {
    case .sold: "sold"
    }
  }

  public var value: JSONValue {
    switch self {
    case .sold(let change): ["change": .integer(Int64(change))]
    }
  }
}
