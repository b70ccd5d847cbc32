import JSON

/// The state of a vending machine's screen.
public struct MachineState: Codable, JSONConvertible, Equatable, Sendable {
  public var cents = 0

  public init() {}
}
