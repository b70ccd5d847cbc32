import JSON

/// What a screen can be: a route of an app.
public struct Route: Sendable {
  public let name: String
  /// The params it takes, in order; nil: any.
  public var params: [Param]?
  /// Given to every new screen of the route, under the params of the action.
  public var initialParams: JSONObject
  /// What tells two screens of the route apart; nil: nothing does, and any number of them may stand in a stack.
  public var identity: Identity?
  public var onDuplicate: OnDuplicate
  /// How `route` gets there.
  public var presentation: Presentation
  /// The routes that may be opened from here; nil: all.
  public var destinations: [String]?
  /// The container that a screen of the route holds.
  public var content: ContainerDefinition?
  /// The links that lead to it.
  public var path: LinkPattern?
  /// The reducer of its state; without one the state is changed by `setState`.
  public var feature: Feature?
  /// The state of a new screen of a route without a feature.
  public var state: JSONValue

  public init(
    _ name: String, params: [Param]? = nil, initialParams: JSONObject = [:], identity: Identity? = nil,
    onDuplicate: OnDuplicate = .moveToTop, presentation: Presentation = .push, destinations: [String]? = nil,
    content: ContainerDefinition? = nil, path: LinkPattern? = nil, feature: Feature? = nil, state: JSONValue = [:]
  ) {
    self.name = name
    self.params = params
    self.initialParams = initialParams
    self.identity = identity
    self.onDuplicate = onDuplicate
    self.presentation = presentation
    self.destinations = destinations
    self.content = content
    self.path = path
    self.feature = feature
    self.state = state
  }

  public enum Identity: Sendable, Equatable {
    /// Only one of it.
    case single
    /// Two with different values of that param are two.
    case param(String)
  }

  /// How one gets to a route that says so itself.
  public enum Presentation: Sendable, Equatable {
    case push
    case present(Presented.Style)
    case select
    case `switch`

    /// As a definition writes it.
    public init?(_ name: String) {
      switch name {
      case "push": self = .push
      case "select": self = .select
      case "switch": self = .switch
      default:
        guard let style = Presented.Style(rawValue: name) else { return nil }
        self = .present(style)
      }
    }

    /// What a definition can write.
    public static let names = ["push"] + Presented.Style.allCases.map(\.rawValue) + ["select", "switch"]
  }

  /// What a push does with a route that already stands in the stack.
  public enum OnDuplicate: String, Sendable, CaseIterable {
    case moveToTop, popTo, ignore, refuse
  }
}

/// A param that a route takes.
public struct Param: Sendable, Equatable {
  public let name: String
  public let type: Kind
  public let isOptional: Bool

  public init(_ name: String, _ type: Kind, optional: Bool = false) {
    self.name = name
    self.type = type
    self.isOptional = optional
  }

  public enum Kind: String, Sendable, CaseIterable {
    case string, integer, number, boolean, object, array

    package func takes(_ value: JSONValue) -> Bool {
      switch (self, value) {
      case (.string, .string), (.boolean, .bool), (.object, .object), (.array, .array): true
      case (.number, .integer), (.number, .number): true
      case (.integer, _): value.integerValue != nil
      default: false
      }
    }
  }
}

/// What a container is to be: its kind, the routes it takes, and what it starts with.
public struct ContainerDefinition: Sendable, Equatable {
  public var kind: Container.Kind
  /// The routes it takes; nil: all of the app's. Tabs, drawer and pages start with one screen for each, so they name
  /// them.
  public var routes: [String]?
  /// The route it starts with, or that is selected at the start.
  public var initial: String
  /// Tabs and drawer: what `goBack` walks.
  public var backBehavior: BackBehavior
  /// What selecting does with what is selected already.
  public var reselect: Reselect
  /// Drawer: open at the start.
  public var isOpen: Bool

  public init(
    kind: Container.Kind, routes: [String]? = nil, initial: String, backBehavior: BackBehavior = .firstRoute,
    reselect: Reselect = .none, isOpen: Bool = false
  ) {
    self.kind = kind
    self.routes = routes
    self.initial = initial
    self.backBehavior = backBehavior
    self.reselect = reselect
    self.isOpen = isOpen
  }

  /// As React Navigation has them.
  public enum BackBehavior: String, Sendable, CaseIterable {
    case firstRoute, initialRoute, order, history, fullHistory, none
  }

  public enum Reselect: String, Sendable, CaseIterable {
    case none, popToRoot, output
  }

  public func takes(_ route: String) -> Bool { routes?.contains(route) ?? true }
}
