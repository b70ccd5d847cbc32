import JSON

/// One place the user can be, and what its own content holds.
public struct Screen: Sendable, Equatable {
  public typealias ID = String

  /// Unique in its session for ever.
  public let id: ID
  public let route: String
  /// Given by who opened it.
  public var params: JSONObject
  /// Owned by the screen's reducer.
  public var state: JSONValue
  /// The container that it holds, if any.
  public var content: Container?

  public init(id: ID, route: String, params: JSONObject = [:], state: JSONValue = [:], content: Container? = nil) {
    self.id = id
    self.route = route
    self.params = params
    self.state = state
    self.content = content
  }
}

/// A screen that lies over a container.
public struct Presented: Sendable, Equatable {
  public let style: Style
  public var screen: Screen

  public init(style: Style, screen: Screen) {
    self.style = style
    self.screen = screen
  }

  public enum Style: String, Sendable, CaseIterable {
    case sheet, fullScreen, popover, alert, confirmationDialog
  }
}
