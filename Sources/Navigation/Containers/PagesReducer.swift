import JSON
import Reduction

extension Reducer where State == Draft, Action == NavigationAction, Environment == ContainerContext {
  /// Pages: screens in a row, paged through one by one, without a history.
  static let pages = ContainerReducer.refusingFirst { draft, action, context throws(Refusal) in
    let pages = SelectableList(context: context)
    switch action {
    case .select(let match, let params, let merge): try pages.select(match, params: params, merge: merge, in: &draft)
    case .selectNext(let circular): try pages.step(by: 1, circular: circular, in: &draft)
    case .selectPrevious(let circular): try pages.step(by: -1, circular: circular, in: &draft)
    case .selectFirst: pages.selectEnd(first: true, in: &draft)
    case .selectLast: pages.selectEnd(first: false, in: &draft)
    default: throw notFor(.pages, action)
    }
    return .none
  }
}
