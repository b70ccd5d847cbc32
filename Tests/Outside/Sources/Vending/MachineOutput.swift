import Navigation

/// The outputs of a vending machine.
public enum MachineOutput: Codable, NamedOutput {
  case sold(change: Int)
}
