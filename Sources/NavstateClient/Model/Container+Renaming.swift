import Navigation

extension Container {
  /// A copy with other ids for some of its screens and containers.
  func renamed(by ids: [String: String]) -> Container {
    Container(
      id: ids[id] ?? id, kind: kind, screens: screens.map { $0.renamed(by: ids) },
      presented: presented.map { Presented(style: $0.style, screen: $0.screen.renamed(by: ids)) },
      focus: Focus(
        selected: focus.selected, history: focus.history.map { $0.renamed(by: ids) }, isOpen: focus.isOpen,
        visits: focus.visits?.map { ids[$0] ?? $0 }))
  }
}

extension Screen {
  fileprivate func renamed(by ids: [String: String]) -> Screen {
    Screen(
      id: ids[id] ?? id, route: route, params: params.replacing(ids), state: state.replacing(ids),
      content: content?.renamed(by: ids), opener: opener.map { ids[$0] ?? $0 }, intent: intent?.replacing(ids),
      formerParams: formerParams.map { $0.replacing(ids) })
  }
}

extension Visit {
  fileprivate func renamed(by ids: [String: String]) -> Visit {
    Visit(ids[screen] ?? screen, params: params)
  }
}
