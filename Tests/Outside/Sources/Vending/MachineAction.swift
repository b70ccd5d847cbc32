import Navigation

/// The actions of a vending machine's screen.
public enum MachineAction: Equatable, Sendable {
  case insert(cents: Int)
  case buy
}

extension MachineAction: ActionConvertible {
  public init?(_ action: Action) throws(ActionError) {
    var fields = FieldReader(action)
    switch action.type {
    case "insertCoin":
      let cents = try fields.require(fields.integer("cents"), "cents")
      guard [10, 20, 50, 100, 200].contains(cents) else {
        throw .invalid("no-such-coin", "No coin has \(cents) cents: insert 10, 20, 50, 100 or 200.", at: "cents")
      }
      self = .insert(cents: cents)
      try fields.finish(["cents"])
    case "buy":
      self = .buy
      try fields.finish([])
    default:
      return nil
    }
  }

  public var action: Action {
    switch self {
    case .insert(let cents): Action("insertCoin", ["cents": .integer(Int64(cents))])
    case .buy: Action("buy")
    }
  }
}
