import Navigation
import Reduction

/// The settings: what the user chose. Which other feature reads it, they don't know.
public enum Settings {
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

  /// The reducer as a route of its own refers to it.
  public static let feature = Feature(
    actions: SettingsAction.schemas.map(\.type), schemas: SettingsAction.schemas,
    initialState: { _ in SettingsState() },
    reducer: reducer, environment: ())
}
