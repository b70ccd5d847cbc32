import JSON
import Reduction

/// The definition of a kind of screen: its params, its identity, its reducer, and the links to it.
///
/// Screens are opened by route name. A route decides whether two screens of it are the same
/// (``identity-swift.property``) and which routes can be opened from it (``destinations``). It can also hold a
/// container with screens of its own (``content``).
///
/// ```swift
/// Route(
///   "product",
///   params: [Param("id", .integer), Param("tab", .string, optional: true)],
///   initialParams: ["tab": "details"],
///   identity: .param("id"), onDuplicate: .popTo,
///   path: "/products/:id",
///   feature: product)
/// ```
///
/// ## Topics
///
/// ### Creating a route
/// - ``init(_:params:initialParams:identity:onDuplicate:presentation:destinations:content:path:feature:state:guard:clientNavigation:)``
/// - ``Param``
///
/// ### Opening screens
/// - ``identity-swift.property``
/// - ``onDuplicate-swift.property``
/// - ``presentation-swift.property``
/// - ``destinations``
/// - ``path``
///
/// ### State of screens
/// - ``feature``
/// - ``state``
/// - ``content``
public struct Route: Sendable {
  /// The name, unique in the app.
  public let name: String
  /// The params of the route, in order; nil: any params are accepted.
  public var params: [Param]?
  /// The params of a new screen that the action does not pass.
  public var initialParams: JSONObject
  /// The identity of screens of the route. Nil: screens are all different, and a stack can hold any number of them.
  public var identity: Identity?
  /// The effect of a push when the stack already holds the same screen.
  public var onDuplicate: OnDuplicate
  /// The transition by which the action `route` opens the screen.
  public var presentation: Presentation
  /// The routes that can be opened from this one; nil: all. If there are none, the router of the app can open all.
  public var destinations: [String]?
  /// The container that each screen of the route holds.
  public var content: ContainerDefinition?
  /// The pattern of the links that lead to the route.
  public var path: LinkPattern?
  /// The reducer of the screen's state. Without one, `setState` changes the state.
  public var feature: Feature?
  /// The initial state of a screen of a route without a feature.
  public var state: JSONValue
  /// The actions, guards and hooks that an app definition contains.
  public var logic: RouteLogic?
  /// The guard of the route's screens in an app in Swift; nil: there is none.
  public var admits: Guard?
  /// The navigation actions by which clients can open screens of the route. The way back is open to all.
  public var clientNavigation: ClientNavigation
  /// The conditions for opening some of ``destinations``, by route.
  public var destinationConditions: [String: Condition] = [:]
  /// The screen that a link puts beneath a new screen of this route.
  public var parent: Parent?
  /// The title for people.
  public var title: String?
  /// The description for people.
  public var description: String?
  /// Whether clients may not set the state of its screens.
  public var isStateClosed = false
  /// The schema that the state of its screens fits after each change; nil: any state does.
  public var schema: ValueSchema?

  /// Creates a route. Only the name is required.
  public init(
    _ name: String, params: [Param]? = nil, initialParams: JSONObject = [:], identity: Identity? = nil,
    onDuplicate: OnDuplicate = .moveToTop, presentation: Presentation = .push, destinations: [String]? = nil,
    content: ContainerDefinition? = nil, path: LinkPattern? = nil, feature: Feature? = nil, state: JSONValue = [:],
    guard admits: Guard? = nil, clientNavigation: ClientNavigation = .all
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
    self.admits = admits
    self.clientNavigation = clientNavigation
  }

  /// A function that refuses to open a screen, or to bring it to the front, or to change its params.
  ///
  /// - Parameters:
  ///   - params: The params that the screen would have.
  ///   - tree: The state before the action.
  public typealias Guard = @Sendable (_ params: JSONObject, _ tree: Tree) throws(Refusal) -> Void

  /// The screen beneath one that a link opens.
  public struct Parent: Sendable {
    package let route: String
    /// Params of the parent besides those that it shares with the route. Expressions know the params of the route.
    let params: ValueTemplate

    /// Creates a parent.
    public init(_ route: String, params: JSONObject = [:]) {
      self.init(route, filling: ValueTemplate(constant: .object(params)))
    }

    package init(_ route: String, filling params: ValueTemplate) {
      self.route = route
      self.params = params
    }
  }

  /// The criterion by which two screens of a route are the same.
  public enum Identity: Sendable, Equatable {
    /// All screens of the route are the same, so there is at most one.
    case single
    /// Two screens are the same when they have equal values of that param.
    case param(String)
  }

  /// The transition by which the action `route` opens a screen.
  public enum Presentation: Sendable, Equatable {
    case push
    case present(Presented.Style)
    case select
    case `switch`

    /// Creates a transition from its name in an app definition; nil when there is none.
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

    /// The names for app definitions.
    public static let names = ["push"] + Presented.Style.allCases.map(\.rawValue) + ["select", "switch"]
  }

  /// The effect of a push of a screen that the stack already holds.
  public enum OnDuplicate: String, Sendable, CaseIterable {
    case moveToTop, popTo, ignore, refuse
    /// A push makes a second screen; `navigate` and links go back to the nearest one.
    case allow
  }
}

extension Route {
  /// The `type`s of the actions that its screens take.
  var actionTypes: [String] {
    (feature?.actions ?? [ActionSchema.setState.type]) + (logic?.actions.keys.sorted() ?? [])
  }

  /// Whether opening a screen of the route is checked.
  var hasGuards: Bool { admits != nil || clientNavigation != .all || logic?.guards.isEmpty == false }

  /// Refuses to open another route if ``destinations`` do not contain it.
  func checkLeads(to route: String, _ check: ContainerContext.DestinationCheck) throws(Refusal) {
    guard let destinations, !destinations.contains(route) else { return }
    if case .ofApp = check, destinations.isEmpty { return }
    throw .state(
      "destination-not-allowed",
      "\"\(name)\" does not lead to \"\(route)\"; it leads to \(App.list(destinations)).", isFinal: true)
  }
}

/// A param of a route: its name and its type.
public struct Param: Sendable, Equatable {
  /// The name, unique in the route.
  public let name: String
  /// The type of the value.
  public let type: Kind
  /// Whether the param can be absent or null.
  public let isOptional: Bool
  /// The schema that the value must fit besides; nil: none.
  public let schema: ValueSchema?

  /// Creates a param.
  public init(_ name: String, _ type: Kind, optional: Bool = false) {
    self.name = name
    self.type = type
    self.isOptional = optional
    self.schema = nil
  }

  /// Creates a param whose value must fit a schema.
  ///
  /// ```swift
  /// Param("size", .oneOf(["small", "large"]), optional: true)
  /// ```
  public init(_ name: String, _ schema: ValueSchema, optional: Bool = false) {
    self.name = name
    self.type = schema.kind
    self.isOptional = optional || schema.json["default"] != nil
    self.schema = schema
  }

  /// Creates a param with a number in a range.
  ///
  /// - Precondition: The type is `integer` or `number`.
  public init(_ name: String, _ type: Kind, in range: ClosedRange<Double>, optional: Bool = false) {
    precondition([.integer, .number].contains(type), "The param \(name) is \(type.article), which has no range.")
    self.init(name, type == .integer ? .integer(in: range) : .number(in: range), optional: optional)
  }

  /// The type of a param's value.
  public enum Kind: String, Sendable, CaseIterable {
    case string, integer, number, boolean, object, array
    /// Any value, of a schema without a `type`.
    case any

    /// The kinds that a definition can name.
    package static let named = allCases.filter { $0 != .any }

    package func accepts(_ value: JSONValue) -> Bool {
      switch (self, value) {
      case (.string, .string), (.boolean, .bool), (.object, .object), (.array, .array): true
      case (.number, .integer), (.number, .number): true
      case (.integer, _): value.integerValue != nil
      case (.any, _): true
      default: false
      }
    }
  }
}
