import Navigation
import Reduction

/// An action of the app: that of one of its tabs.
public enum TabsAction: Equatable, Sendable {
  case counter(CountAction)
  case todos(TodosAction)
  case settings(SettingsAction)
}

extension CasePath<TabsAction, CountAction> {
  static let counter = CasePath(
    embed: TabsAction.counter, extract: { if case .counter(let action) = $0 { action } else { nil } })
}

extension CasePath<TabsAction, TodosAction> {
  static let todos = CasePath(
    embed: TabsAction.todos, extract: { if case .todos(let action) = $0 { action } else { nil } })
}

extension CasePath<TabsAction, SettingsAction> {
  static let settings = CasePath(
    embed: TabsAction.settings, extract: { if case .settings(let action) = $0 { action } else { nil } })
}

extension TabsAction: ActionConvertible {
  /// Reads the actions of the tabs by prefix: `todos.addTodo` is `addTodo` of the todos.
  public init?(_ action: Action) throws(ActionError) {
    if let own = try action.removing(prefix: "counter").flatMap(CountAction.init) {
      self = .counter(own)
    } else if let own = try action.removing(prefix: "todos").flatMap(TodosAction.init) {
      self = .todos(own)
    } else if let own = try action.removing(prefix: "settings").flatMap(SettingsAction.init) {
      self = .settings(own)
    } else {
      return nil
    }
  }

  /// The action as JSON, with the prefix of its tab.
  public var action: Action {
    switch self {
    case .counter(let own): own.action.adding(prefix: "counter")
    case .todos(let own): own.action.adding(prefix: "todos")
    case .settings(let own): own.action.adding(prefix: "settings")
    }
  }

  static let schemas =
    CountAction.schemas.map { $0.adding(prefix: "counter") } + TodosAction.schemas.map { $0.adding(prefix: "todos") }
    + SettingsAction.schemas.map { $0.adding(prefix: "settings") }
}
