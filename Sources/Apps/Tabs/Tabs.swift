import Navigation
import Reduction

/// The app `tabs`: a counter, todos and settings, in tabs, whose reducers are composed to one.
///
/// Each tab's reducer knows its own state and its own actions. The app's reducer is made of them, and sees all of it.
public enum Tabs {
  /// The logic of the app: that of each tab, along the paths to its part of the state and of the actions.
  public static let reducer = Reducer<TabsState, TabsAction, Void>.combine(
    Counting.reducer.pullback(state: \.counting, action: .counter),
    Todos.reducer.pullback(state: \.todos, action: .todos),
    Settings.reducer.pullback(state: \.settings, action: .settings))

  /// The reducer as the app refers to it: each tab's state is kept in the tab's screen.
  static let feature = AppFeature(
    TabsState(),
    parts: [.screen("counter", \.counter), .screen("todos", \.todos), .screen("settings", \.settings)],
    actions: TabsAction.schemas.map(\.type), schemas: TabsAction.schemas, reducer: reducer, environment: ())

  public static let app = App(
    "tabs", version: 1,
    root: ContainerDefinition(kind: .tabs, routes: ["counter", "todos", "settings"], initial: "counter"),
    routes: [Route("counter"), Route("todos"), Route("settings")],
    feature: feature)
}
