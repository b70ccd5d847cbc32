import JSON
import Navigation
import Reduction

/// The app `vending`: a machine that takes coins, and a receipt for each sale.
public enum Vending {
  public static let price = 150

  /// The logic of the machine. It knows no other screen.
  public static let reducer = Reducer<MachineState, MachineAction, Void> { state, action, _ throws(Refusal) in
    switch action {
    case .insert(let cents):
      guard state.cents < price else {
        throw .state("paid", "There are \(state.cents) cents inside, the price is \(price). Buy.")
      }
      state.cents += cents
      return .none
    case .buy:
      guard state.cents >= price else {
        throw .state("too-little", "There are \(state.cents) cents inside; insert \(price - state.cents) more.")
      }
      defer { state.cents = 0 }
      return .output(MachineOutput.sold(change: state.cents - price))
    }
  }

  public static let app = App(
    "vending", version: 1,
    root: ContainerDefinition(kind: .stack, initial: "machine"),
    routes: [
      Route(
        "machine", params: [],
        feature: Feature(actions: ["insertCoin", "buy"], state: MachineState(), reducer: reducer)),
      Route("receipt", params: [Param("change", .integer)], presentation: .present(.sheet)),
    ],
    router: router)

  /// Presents a receipt when the machine has sold something.
  static let router: App.Router = { output, machine in
    guard case .sold(let change)? = output as? MachineOutput else { return [] }
    return [
      Action(
        "present",
        ["route": "receipt", "params": ["change": change.json], "source": .string(machine)])
    ]
  }
}
