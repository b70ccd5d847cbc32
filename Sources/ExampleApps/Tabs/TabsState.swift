/// The state of the app: the states of its tabs.
public struct TabsState: Equatable, Sendable {
  /// The state of the counter's tab.
  public var counter: CountState
  /// The state of the tab with the todos.
  public var todos: TodosState
  /// The state of the settings' tab.
  public var settings: SettingsState

  /// Creates a state, by default the initial one.
  public init(
    counter: CountState = CountState(), todos: TodosState = TodosState(), settings: SettingsState = SettingsState()
  ) {
    self.counter = counter
    self.todos = todos
    self.settings = settings
  }

  /// The state of the counter's reducer: the tab's state, and the step of the settings, which it cannot change.
  var counting: CountingState {
    get { CountingState(counter: counter, step: settings.step) }
    set { counter = newValue.counter }
  }
}
