import JSON
import Reduction

extension Reducer where State == Draft, Action == NavigationAction, Environment == ContainerContext {
  /// Panes: screens that are visible at once, side by side. The selected one has the focus.
  static let panes = ContainerReducer.refusingFirst { draft, action, context throws(Refusal) in
    let panes = SelectableList(context: context)
    switch action {
    case .select(let match, let params, let merge): try panes.select(match, params: params, merge: merge, in: &draft)
    case .navigate(let destination, let merge, _):
      try panes.select(.route(destination.route), params: destination.params, merge: merge, in: &draft)
    case .selectNext(let circular): try panes.step(by: 1, circular: circular, in: &draft)
    case .selectPrevious(let circular): try panes.step(by: -1, circular: circular, in: &draft)
    case .selectFirst: panes.selectEnd(first: true, in: &draft)
    case .selectLast: panes.selectEnd(first: false, in: &draft)
    case .goBack: try panes.goToPaneBefore(in: &draft)
    default: throw notFor(.panes, action)
    }
    return .none
  }
}

extension SelectableList {
  /// Gives the focus to the pane before that of the acting screen.
  fileprivate func goToPaneBefore(in draft: inout Draft) throws(Refusal) {
    let index = try context.actingIndex(in: draft)
    guard index > 0 else {
      throw .state("nothing-to-go-back-to", "\"\(draft[id].screens[index].route)\" is the first pane.")
    }
    draft.select(index - 1, in: id, context.definition)
  }
}
