import JSON
import Reduction

extension Reducer where State == Draft, Action == NavigationAction, Environment == ContainerContext {
  /// Tabs: one screen per route, side by side, with a history of selections.
  static let tabs = ContainerReducer.refusingFirst { draft, action, context throws(Refusal) in
    let tabs = SelectableList(context: context)
    switch action {
    case .select(let match, let params, let merge): try tabs.select(match, params: params, merge: merge, in: &draft)
    case .navigate(let destination, let merge, _):
      try tabs.select(.route(destination.route), params: destination.params, merge: merge, in: &draft)
    case .selectNext(let circular): try tabs.step(by: 1, circular: circular, in: &draft)
    case .selectPrevious(let circular): try tabs.step(by: -1, circular: circular, in: &draft)
    case .selectFirst: tabs.selectEnd(first: true, in: &draft)
    case .selectLast: tabs.selectEnd(first: false, in: &draft)
    case .goBack: try tabs.goBack(in: &draft)
    default: throw notFor(.tabs, action)
    }
    return .none
  }
}
