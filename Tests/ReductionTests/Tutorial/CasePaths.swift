import Reduction

extension CasePath<AppAction, TodoListAction> {
  static let todo = CasePath(
    embed: AppAction.todo,
    extract: { if case .todo(let action) = $0 { action } else { nil } })
}

extension CasePath<TodoListAction, (id: Int, action: TodoItemAction)> {
  static let todoItem = CasePath(
    embed: { TodoListAction.todoItem(id: $0.id, action: $0.action) },
    extract: { if case .todoItem(let id, let action) = $0 { (id, action) } else { nil } })
}

extension CasePath<NavigateAndLoadListAction, CounterAction> {
  static let counter = CasePath(
    embed: NavigateAndLoadListAction.counter,
    extract: { if case .counter(let action) = $0 { action } else { nil } })
}

extension CasePath<MyRouter.Action, (id: String, action: MyRouter.RouteAction)> {
  static let route = CasePath(
    embed: { MyRouter.Action.route(id: $0.id, action: $0.action) },
    extract: { if case .route(let id, let action) = $0 { (id, action) } else { nil } })
}

extension CasePath<MyRouter.Route, First> {
  static let first = CasePath(
    embed: MyRouter.Route.first, extract: { if case .first(let first) = $0 { first } else { nil } })
}

extension CasePath<MyRouter.Route, MyRouter> {
  static let modal = CasePath(
    embed: MyRouter.Route.modal, extract: { if case .modal(let router) = $0 { router } else { nil } })
}

extension CasePath<MyRouter.RouteAction, FirstAction> {
  static let first = CasePath(
    embed: MyRouter.RouteAction.first, extract: { if case .first(let action) = $0 { action } else { nil } })
}

extension CasePath<MyRouter.RouteAction, MyRouter.Action> {
  static let modal = CasePath(
    embed: MyRouter.RouteAction.modal, extract: { if case .modal(let action) = $0 { action } else { nil } })
}
