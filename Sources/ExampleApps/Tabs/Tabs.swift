import Navigation
import Reduction

/// The app `tabs`: a counter, todos and settings as tabs, with one reducer composed of three.
///
/// The reducer of each tab knows only its own state and actions. The app's reducer combines them.
public enum Tabs {
  /// The reducer of the app: those of the tabs, pulled back along the paths to their states and actions.
  public static let reducer = Reducer<TabsState, TabsAction, Void>.combine(
    Counting.reducer.pullback(state: \.counting, action: .counter),
    Todos.reducer.pullback(state: \.todos, action: .todos),
    Settings.reducer.pullback(state: \.settings, action: .settings))

  /// The feature of the app. The state of each tab is stored in the tab's screen.
  static let feature = AppFeature(
    TabsState(),
    parts: [.screen("counter", \.counter), .screen("todos", \.todos), .screen("settings", \.settings)],
    actions: TabsAction.schemas.map(\.type), schemas: TabsAction.schemas, reducer: reducer, environment: ())

  /// The definition of the app.
  public static let app = App(
    "tabs", version: 1,
    root: ContainerDefinition(kind: .tabs, routes: ["counter", "todos", "settings"], initial: "counter"),
    routes: [Route("counter"), Route("todos"), Route("settings")],
    feature: feature,
    metadata: AppMetadata(
      title: "Todos", description: "A counter, todos with todos in them, and settings for both, each in its own tab.",
      device: .phone))
}
