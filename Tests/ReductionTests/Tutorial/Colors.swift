import Reduction
import Synchronization

enum Color: String, Sendable {
  case red, green, blue

  /// Each screen's own choice.
  var nextRoutes: [Color] {
    switch self {
    case .red: [.red, .green, .blue]
    case .green: [.green, .blue]
    case .blue: [.red]
    }
  }
}

enum ColorAction: Equatable, Sendable {
  case didTapTransitionButton(to: Color)
}

struct Transition: Output {
  let color: Color
}

let presenter = Reducer<Color, ColorAction, SendRouteEnvironment<Void, Transition>> {
  color, action, environment throws(Refusal) in
  switch action {
  case .didTapTransitionButton(let next):
    guard color.nextRoutes.contains(next) else {
      let allowed = color.nextRoutes.map(\.rawValue).joined(separator: ", ")
      throw .state("destination-not-allowed", "From \(color.rawValue) the user can go to \(allowed).")
    }
    return environment.sendRoute(Transition(color: next))
  }
}

/// Shows one screen at a time, and is the only place that builds screens.
final class Router: Sendable {
  typealias Child = RouteStore<Color, ColorAction, Transition>

  private let shown = Mutex<(child: Child, routing: Cancellable)?>(nil)

  var current: Child? { shown.withLock { $0?.child } }

  func transition(to color: Color) {
    let child = Child(state: color, reducer: presenter, routeType: Transition.self)
    let routing = child.subscribeRoutes { [weak self] in self?.transition(to: $0.color) }
    shown.withLock { $0 = (child, routing) }
  }
}
