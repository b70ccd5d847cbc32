import JSON
import Navigation
import Reduction

/// A feature that records the notifications of closed screens: `["a2:item", "a3:note=1"]`.
enum Listener {
  enum Hearing: Equatable, Sendable {
    case closed(ScreenClosed)
    /// The effect of `closed` with the result `"later"`. No feature lists it among the actions of clients.
    case later
    /// The only action that clients can send.
    case forget
  }

  struct Note: NamedOutput, Equatable {
    let text: String
    var name: String { "note" }
    var value: JSONValue { .string(text) }
  }

  static let reducer = Reducer<[String], Hearing, Void> { heard, hearing, _ throws(Refusal) in
    switch hearing {
    case .closed(let closed):
      heard.append(closed.screen.id + ":" + closed.screen.route + (closed.result.map { "=" + $0.text } ?? ""))
      switch closed.result {
      case "no": throw .state("not-this", "That result is not taken here.")
      case "tell": return .output(Note(text: closed.screen.state.text))
      case "later": return .send(.later)
      default: return .none
      }
    case .later: heard.append("later")
    case .forget: heard = []
    }
    return .none
  }

  static let feature = Feature(
    actions: ["forget"], handlesClosed: true, initialState: { _ in [] }, reducer: reducer, environment: ())

  /// The same feature without `handlesClosed`.
  static let deaf = Feature(actions: ["forget"], initialState: { _ in [] }, reducer: reducer, environment: ())

  /// An app with routes that are notified, such as `home`, `page` and `flow`, and others that are not. `flow` holds a
  /// stack of `page`s.
  static let app = App(
    "listening", version: 1, root: ContainerDefinition(kind: .stack, initial: "home"),
    routes: [
      Route("home", feature: feature), Route("page", feature: feature), Route("deaf", feature: deaf),
      Route("again", identity: .single, onDuplicate: .popTo, feature: feature),
      Route(
        "stacks",
        content: ContainerDefinition(kind: .tabs, routes: ["flow", "item"], initial: "flow", reselect: .popToRoot)),
      Route("item"), Route("note", presentation: .present(.sheet)),
      Route("flow", content: ContainerDefinition(kind: .stack, initial: "page"), feature: feature),
      Route("hall", content: ContainerDefinition(kind: .stack, initial: "item"), feature: feature),
      Route("tabs", content: ContainerDefinition(kind: .tabs, routes: ["page", "item"], initial: "page")),
      Route("switch", content: ContainerDefinition(kind: .switch, routes: ["page", "item"], initial: "page")),
    ])
}

extension Listener.Hearing: ActionConvertible {
  init?(_ action: Action) throws(ActionError) {
    switch action.type {
    case ScreenClosed.type: self = .closed(try ScreenClosed(action))
    case "later": self = .later
    case "forget": self = .forget
    default: return nil
    }
  }

  var action: Action {
    switch self {
    case .closed(let closed): closed.action
    case .later: Action("later")
    case .forget: Action("forget")
    }
  }
}

extension Journey {
  /// The notifications by the ids of the screens that received them.
  var heard: [String: JSONValue] { tree.root.heard }
}

extension Container {
  fileprivate var heard: [String: JSONValue] {
    (screens + presented.map(\.screen)).reduce(into: [:]) { heard, screen in
      if case .array(let notes) = screen.state, !notes.isEmpty { heard[screen.id] = screen.state }
      if let content = screen.content { heard.merge(content.heard) { $1 } }
    }
  }
}
