import Reduction
import Synchronization

/// The screens on top of each other, as a `UINavigationController` has them.
final class Navigation: Sendable {
  private let stack = Mutex<[Screen]>([])

  var screens: [Screen] { stack.withLock { $0 } }

  func push(_ screen: Screen) { stack.withLock { $0.append(screen) } }
}

struct Screen: Sendable {
  let store: RouteStore<Counter.State, Counter.Action, Counter.Route>
  /// Ends with the screen.
  let routing: Cancellable
}

enum Builder {
  static func build(count: Int = 0, in navigation: Navigation) -> Screen {
    let store = RouteStore(
      state: Counter.State(count: count),
      reducer: Counter.reducer,
      routeType: Counter.Route.self)
    let routing = store.subscribeRoutes { [weak navigation] route in
      switch route {
      case .push(let count):
        guard let navigation else { return }
        navigation.push(build(count: count, in: navigation))
      }
    }
    return Screen(store: store, routing: routing)
  }
}
