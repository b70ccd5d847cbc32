import TestSupport
import Navigation

extension App {
  /// The app `everything` with screens that start timers.
  static let everythingBoiling = App(
    "everything", version: 1, root: everything.root,
    routes: everything.routes.values.map { route in
      var route = route
      if route.content == nil { route.feature = TimerTestApp.feature }
      return route
    })

  /// A stack of kettles with timers, of stoves that hold further stacks, and of cups presented over them.
  static let timerApp = TimerTestApp.app
}
