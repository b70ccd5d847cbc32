import Navigation
import Reduction

/// The settings of the user. They do not know the features that read them.
public enum Settings {
  /// The reducer of the settings.
  public static let reducer = Reducer<SettingsState, SettingsAction, Void>.refusingFirst {
    state, action, _ throws(Refusal) in
    switch action {
    case .set(let step, let showCompleted, let theme):
      state.step = step ?? state.step
      state.showCompleted = showCompleted ?? state.showCompleted
      state.theme = theme ?? state.theme
    }
    return .none
  }

  /// The feature for a route of its own.
  public static let feature = Feature(
    actions: SettingsAction.schemas.map(\.type), schemas: SettingsAction.schemas,
    initialState: { _ in SettingsState() },
    reducer: reducer, environment: ())
}
