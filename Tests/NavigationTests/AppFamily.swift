import JSON
import Reduction

@testable import Navigation

/// The composed state of the app `household`: two counts in screens, a note in an optional screen, and the data.
struct HouseholdState: Equatable {
  var cups = 0
  var plates = 0
  var note: String?
  var owner: String? = "nobody"
}

enum HouseholdAction: Equatable {
  case buy(cups: Int, plates: Int)
  case write(String?)
  case move(to: String)
  case ring, lookAtPlates
}

extension HouseholdAction: ActionConvertible {
  init?(_ action: Action) throws(ActionError) {
    var fields = FieldReader(action)
    switch action.type {
    case "buy": self = .buy(cups: try fields.integer("cups") ?? 0, plates: try fields.integer("plates") ?? 0)
    case "write": self = .write(try fields.string("text"))
    case "moveTo": self = .move(to: try fields.require(fields.string("owner"), "owner"))
    case "ring": self = .ring
    default: return nil
    }
    try fields.finish(["cups", "plates", "text", "owner"])
  }

  var action: Action {
    switch self {
    case .lookAtPlates: Action("select", ["route": "plates"])
    case .buy(let cups, let plates): Action("buy", ["cups": cups.json, "plates": plates.json])
    case .write(let text): Action("write", ["text": text.json])
    case .move(let owner): Action("moveTo", ["owner": .string(owner)])
    case .ring: Action("ring")
    }
  }
}

struct Bell: NamedOutput, Equatable {
  let name = "bell"
  let value: JSONValue = 1
}

extension App {
  /// Returns an app with the screens `cups` and `plates`, whose states the app's reducer shares, an optional screen
  /// `note`, and a `shelf`.
  static func household(_ kind: Container.Kind = .tabs, router: App.Router? = nil) -> App {
    App(
      "household", version: 1,
      root: ContainerDefinition(kind: kind, routes: ["shelf", "cups", "plates", "note"], initial: "shelf"),
      routes: [
        Route("cups"), Route("plates"),
        Route("note", feature: .shared { params in params["text"]?.stringValue ?? "-" }),
        Route("shelf", content: ContainerDefinition(kind: .stack, routes: ["book"], initial: "book")), Route("book"),
      ], feature: household, router: router)
  }

  private static let household = AppFeature(
    HouseholdState(),
    parts: [.screen("cups", \.cups), .screen("plates", \.plates), .screen("note", ifThere: \.note), .data(\.owner)],
    actions: ["buy", "write", "moveTo", "ring"],
    reducer: Reducer<HouseholdState, HouseholdAction, Void> { state, action, _ throws(Refusal) in
      switch action {
      case .buy(let cups, let plates):
        state.cups += cups
        guard cups < 100 else { throw .state("too-many", "\(cups) cups are too many.") }
        state.plates += plates
        return cups == 12 ? .merge(.send(.buy(cups: 1, plates: 0)), .send(.lookAtPlates)) : .none
      case .write(let text): state.note = text
      case .move(let owner): state.owner = owner
      case .ring: return .output(Bell())
      case .lookAtPlates: break
      }
      return .none
    }, environment: ())
}
