import JSON
import Reduction

extension Reducer where State == Draft, Action == NavigationAction, Environment == ContainerContext {
  /// A drawer: tabs whose list is opened and closed.
  static let drawer = ContainerReducer.refusingFirst { draft, action, context throws(Refusal) in
    let list = SelectableList(context: context)
    switch action {
    case .select(let match, let params, let merge): try list.select(match, params: params, merge: merge, in: &draft)
    case .navigate(let destination, let merge, _):
      try list.select(.route(destination.route), params: destination.params, merge: merge, in: &draft)
    case .goBack: try list.goBack(in: &draft)
    case .openDrawer: draft.focus(context.container) { $0.isOpen = true }
    case .closeDrawer: draft.focus(context.container) { $0.isOpen = false }
    case .toggleDrawer: draft.focus(context.container) { $0.isOpen.toggle() }
    default: throw notFor(.drawer, action)
    }
    return .none
  }
}
