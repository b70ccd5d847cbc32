import TimerTestApp
import Navigation

extension App {
  /// Every kind within another, and screens that ask for things to come later.
  static let everythingBoiling = App(
    "everything", version: 1, root: everything.root,
    routes: everything.routes.values.map { route in
      var route = route
      if route.content == nil { route.feature = TimerTestApp.feature }
      return route
    })

  /// A stack of kettles, of stoves on which they stand, of cups over them.
  static let kettle = TimerTestApp.app
}
