import Reduction

/// A screen that can be edited and that can load.
struct Page: Equatable, Sendable {
  var id: String
  var text = ""
}

enum PageAction: Equatable, Sendable {
  case edit(String)
  case load
  case loaded
  case stop
  case close
  case chain([PageAction])
  case tell(Note)
}

let page = Reducer<Page, PageAction, Void> { page, action, _ throws(Refusal) in
  switch action {
  case .edit("refuse"): throw Step.refusal
  case .edit(let text): page.text = text
  case .load: return .after(id: "load", .seconds(1), .loaded)
  case .loaded: page.text += "loaded"
  case .stop: return .cancel(id: "load")
  case .close: page.text = "closing"
  case .chain(let actions): return .merge(actions.map { .send($0) })
  case .tell(let note): return .output(note)
  }
  return .none
}

/// A flow of pages that can present further flows to any depth.
struct Flow: Equatable, Sendable {
  var id = "flow"
  var title = ""
  var navigation = NavigationState<FlowRoute>()
}

enum FlowRoute: Routable, Equatable {
  case first(Page)
  case second(Page)
  case flow(Flow)

  var id: String {
    switch self {
    case .first(let page): page.id
    case .second: "second"
    case .flow(let flow): flow.id
    }
  }

  var style: PresentationStyle {
    switch self {
    case .first: .fullScreen
    case .second: .popover
    case .flow: .sheet
    }
  }
}

typealias FlowStep = NavigationStep<FlowRoute>

enum FlowAction: Equatable, Sendable {
  case entitle(String)
  case open([FlowRoute])
  case take([FlowStep])
  case finish
  /// Removes all screens of the flow.
  case clear
  case load
  indirect case route(id: String, action: FlowRouteAction)
}

enum FlowRouteAction: Equatable, Sendable {
  case first(PageAction)
  case second(PageAction)
  case flow(FlowAction)
}

enum Flows {
  static let root = Reducer<Flow, FlowAction, Void> { flow, action, _ in
    switch action {
    case .entitle(let title): flow.title = title
    case .clear: flow.navigation = NavigationState()
    case .load: return .after(id: "load", .seconds(5), .entitle("loaded"))
    case .route(let id, .first(.edit)): flow.title = "edited \(id)"
    case .open, .take, .finish, .route: break
    }
    return .none
  }

  static let reducer: Reducer<Flow, FlowAction, Void> = .routing(
    \.navigation,
    root: root,
    routes: .combine(
      page.pullback(state: .first, action: .first),
      page.pullback(state: .second, action: .second),
      Reducer.deferred(reducer).pullback(state: .flow, action: .flow)),
    action: .route
  ) { _, action, _ in
    switch action {
    case .open(let routes): routes.map { .push($0) }
    case .take(let steps): steps
    case .finish: [.finish]
    case .route(let id, .first(.close)), .route(let id, .second(.close)): [.remove(id)]
    default: []
    }
  }
}

extension CasePath<FlowAction, (id: String, action: FlowRouteAction)> {
  static let route = CasePath(
    embed: { FlowAction.route(id: $0.id, action: $0.action) },
    extract: { if case .route(let id, let action) = $0 { (id, action) } else { nil } })
}

extension CasePath<FlowRoute, Page> {
  static let first = CasePath(embed: FlowRoute.first, extract: { if case .first(let page) = $0 { page } else { nil } })
  static let second = CasePath(
    embed: FlowRoute.second, extract: { if case .second(let page) = $0 { page } else { nil } })
}

extension CasePath<FlowRoute, Flow> {
  static let flow = CasePath(embed: FlowRoute.flow, extract: { if case .flow(let flow) = $0 { flow } else { nil } })
}

extension CasePath<FlowRouteAction, PageAction> {
  static let first = CasePath(
    embed: FlowRouteAction.first, extract: { if case .first(let action) = $0 { action } else { nil } })
  static let second = CasePath(
    embed: FlowRouteAction.second, extract: { if case .second(let action) = $0 { action } else { nil } })
}

extension CasePath<FlowRouteAction, FlowAction> {
  static let flow = CasePath(
    embed: FlowRouteAction.flow, extract: { if case .flow(let action) = $0 { action } else { nil } })
}

extension FlowRoute {
  static func first(_ id: String, _ text: String = "") -> FlowRoute { .first(Page(id: id, text: text)) }
  static let second = FlowRoute.second(Page(id: "ignored"))
}

extension FlowAction {
  /// Returns an action for the last of the flows, each of which is presented over the one before.
  static func inside(_ flows: String..., action: FlowAction) -> FlowAction {
    flows.reversed().reduce(action) { .route(id: $1, action: .flow($0)) }
  }

  static func first(_ id: String, _ action: PageAction) -> FlowAction { .route(id: id, action: .first(action)) }
  static func second(_ action: PageAction) -> FlowAction { .route(id: "second", action: .second(action)) }
}
