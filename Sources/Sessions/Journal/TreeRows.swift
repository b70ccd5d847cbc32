/// A container's row.
package struct ContainerRow: Sendable, Equatable {
  package var id: String
  /// The screen that holds the container; nil for the root.
  package var screen: String?
  package var kind: String
  package var selected: Int
  /// JSON: an array of screen ids, or an object with that array and the params of the visits.
  package var history: [UInt8]
  /// Drawer: 0 or 1; nil for other kinds.
  package var open: Bool?

  package init(id: String, screen: String?, kind: String, selected: Int, history: [UInt8], open: Bool?) {
    self.id = id
    self.screen = screen
    self.kind = kind
    self.selected = selected
    self.history = history
    self.open = open
  }
}

/// A screen's row.
package struct ScreenRow: Sendable, Equatable {
  package var id: String
  package var container: String
  /// The index among the container's screens, or among the screens presented over it.
  package var position: Int
  /// The presentation style; nil for a screen of the container's own list.
  package var presented: String?
  package var route: String
  package var params: [UInt8]
  package var state: [UInt8]
  package var opener: String?
  package var intent: [UInt8]?

  package init(
    id: String, container: String, position: Int, presented: String?, route: String, params: [UInt8], state: [UInt8],
    opener: String? = nil, intent: [UInt8]? = nil
  ) {
    self.id = id
    self.container = container
    self.position = position
    self.presented = presented
    self.route = route
    self.params = params
    self.state = state
    self.opener = opener
    self.intent = intent
  }
}
