import JSON

/// The state of a vending machine's screen.
public struct MachineState: Equatable, Sendable {
  public var cents: Int

  public init(cents: Int = 0) {
    self.cents = cents
  }
}

extension MachineState: JSONConvertible {
  public init(json: JSONValue) throws {
    guard case .object(let members) = json, members.count == 1, let cents = members["cents"]?.integerValue else {
      throw JSONMismatch(expected: "{\"cents\": n} with an integer n", found: json)
    }
    self.cents = Int(cents)
  }

  public var json: JSONValue { ["cents": .integer(Int64(cents))] }
}
