/// What the app knows: the states of its tabs.
public struct TabsState: Equatable, Sendable {
  public var counter: CountState
  public var todos: TodosState
  public var settings: SettingsState

  public init(
    counter: CountState = CountState(), todos: TodosState = TodosState(), settings: SettingsState = SettingsState()
  ) {
    self.counter = counter
    self.todos = todos
    self.settings = settings
  }

  /// The counter as its reducer sees it: its own state, and of the settings what it needs and cannot change.
  var counting: CountingState {
    get { CountingState(counter: counter, step: settings.step) }
    set { counter = newValue.counter }
  }
}
