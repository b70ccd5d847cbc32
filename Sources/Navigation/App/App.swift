import JSON
import Reduction

/// The definition of an app: its routes, its root container, its reducer and its router.
///
/// An app is immutable and shared by all its sessions. A session is a ``Tree``, and every change to it goes through
/// ``reduce(_:_:from:)``, which finds the recipient of an ``Action``: a container for a navigation action (`push`,
/// `select`, …), a screen's ``Feature`` or the ``AppFeature`` for an action of the app's own.
///
/// ```swift
/// let shop = App(
///   "shop", version: 1,
///   root: ContainerDefinition(kind: .stack, initial: "catalog"),
///   routes: [
///     Route("catalog"),
///     Route("product", params: [Param("id", .integer)], identity: .param("id")),
///   ])
///
/// var draft = Draft(try shop.start())
/// try shop.reduce(Action("push", ["route": "product", "params": ["id": 7]]), &draft)
/// draft.tree.current.route      // "product"
/// let change = draft.finish()   // The edits and outputs of the change.
/// ```
///
/// ## Outputs, router and steps
///
/// A feature does not navigate. It sends a ``NamedOutput``, and the app's ``Router`` answers with actions that belong
/// to the same change. Alternatively ``Steps`` map accepted actions to navigation actions. Either way the change is all
/// or nothing.
///
/// ## Topics
///
/// ### Defining an app
/// - ``init(_:version:root:routes:data:schema:feature:router:idle:steps:acceptsMessagesFrom:clientRole:clients:clientNavigation:access:undo:metadata:logic:migrations:)``
/// - ``Route``
/// - ``ContainerDefinition``
/// - ``Feature``
/// - ``AppFeature``
///
/// ### Starting a session
/// - ``start()``
/// - ``start(navigation:)``
///
/// ### Changing a session
/// - ``reduce(_:_:from:)``
/// - ``abilities(of:)``
public final class App: Sendable {
  /// The name of the app, unique on the server.
  public let name: String
  /// The version of the definition. A session keeps the version with which it was created until it is migrated.
  public let version: Int
  /// The definition of the root container.
  public let root: ContainerDefinition
  /// The routes by name.
  public let routes: [String: Route]
  /// The actions of the routes' screens, by route.
  let screenReducers: [String: ScreenReducer]
  /// The initial data of a session: the app's own state beside the screens.
  public let data: JSONValue
  /// The schema that the data fit after each change; nil: any data do.
  public let schema: ValueSchema?
  /// Whether the data or the states of some route have a schema.
  let hasSchemas: Bool
  /// The app's own reducer, which receives the actions that no screen handles.
  let feature: AppFeature?
  let router: Router?
  /// The action to perform after a period without actions.
  public let idle: Idle?
  let steps: Steps?
  /// Whether some route limits the routes that can be opened from it.
  let hasDestinations: Bool
  /// Whether a feature makes its environment from the context of each change, or a condition for opening a route may read it.
  package let readsContext: Bool
  /// Whether the feature of some route handles the removal of screens that its screen opened.
  let handlesClosed: Bool
  /// The actions that an app definition contains.
  package let logic: AppLogic?
  /// Whether the app or a route of it has logic.
  package let hasLogic: Bool
  /// Whether some route has guards, hooks, timers or a condition for leaving.
  package let hasHooks: Bool
  /// The routes with guards, or with limits for clients.
  let guardedRoutes: Set<String>
  /// Whether the screen to which a guard leads may keep the action that was refused.
  let keepsIntents: Bool
  /// Whether some route has guards.
  var hasGuards: Bool { !guardedRoutes.isEmpty }
  /// Whether regular expressions constrain the data or states, which may be long also if an action is short.
  package let hasSchemaPatterns: Bool
  /// Whether regular expressions constrain params or arguments.
  package let hasPatterns: Bool
  /// Whether some container has panes.
  let hasPanes: Bool
  /// Whether screens remember the screen that opened them.
  let recordsOpeners: Bool
  /// The apps whose sessions may send messages to this app's sessions. Sessions of the app itself always may.
  public let acceptsMessagesFrom: Set<String>
  /// The role of the token that the creation of a session returns.
  public let clientRole: TokenRole
  /// The parts of a session that clients may set directly.
  public let clients: ClientRights
  /// Whether clients may not set the states of all screens.
  let closesStates: Bool
  /// The navigation actions that clients can send.
  public let clientNavigation: ClientNavigation
  /// The rights of people who sign in with JWTs; nil: none.
  public let access: AppAccess?
  /// The history moves that clients can make.
  public let undo: AppLogic.Undo
  /// The variants between which the sessions are divided.
  public let variants: Variants
  /// The settings for the counts of flows.
  public let flows: FlowSettings
  /// The description of the app for people.
  public let metadata: AppMetadata
  /// The rules for sessions on earlier versions, by version.
  let migrations: [Int: AppMigration]
  let links: Links
  let linkURLs: LinkURLs
  let routeIndex: RouteIndex

  /// A function that returns the actions for an output. They belong to the same change.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - sender: The screen whose feature sent it. For an output of the app's own reducer, the current screen.
  public typealias Router = @Sendable (_ output: any Output, _ sender: Screen.ID) -> [Action]

  /// A function that returns the navigation actions to perform after a screen's reducer has accepted an action.
  ///
  /// They belong to the same change: when one of them is refused, the action is refused. An alternative to outputs and
  /// a router: the function maps actions to navigation directly.
  public typealias Steps = @Sendable (_ action: Action, _ recipient: Recipient) throws(ActionError) -> [Action]

  /// The recipient of an action.
  public struct Recipient: Sendable {
    /// The screen whose reducer accepted the action.
    public let screen: Screen.ID
    /// Whether the action named the screen by `source`, `target` or `screen`.
    public let isNamed: Bool
    /// The tree after the reducer has run.
    public let tree: Tree
  }

  /// Creates the definition of an app.
  ///
  /// - Parameters:
  ///   - name: The name of the app.
  ///   - version: The version of the definition.
  ///   - root: The root container.
  ///   - routes: The screens of the app. Of two routes with the same name, the last one counts.
  ///   - data: The initial data of a session. Defaults to that of `feature`, or to an empty object.
  ///   - schema: The schema that the data fit after each change.
  ///   - feature: The app's own reducer.
  ///   - router: Returns the actions for outputs.
  ///   - idle: The action to perform after a period without actions.
  ///   - steps: Returns the navigation actions for accepted actions.
  ///   - acceptsMessagesFrom: The other apps whose sessions may send messages to this app's sessions.
  ///   - clientRole: The role of the token that the creation of a session returns.
  ///   - clients: The parts of a session that clients may set directly.
  ///   - clientNavigation: The navigation actions that clients can send. A route can limit those to its screens further.
  ///   - access: The rights of people who sign in with JWTs; nil: none.
  ///   - undo: The history moves that clients can make; `logic` has its own.
  ///   - variants: The variants between which the sessions are divided.
  ///   - flows: The settings for the counts of flows.
  ///   - metadata: The description of the app for people.
  ///   - logic: The actions that an app definition contains.
  ///   - migrations: The rules for sessions on earlier versions, by version.
  /// - Precondition: The routes that `feature` shares are in `routes`.
  public init(
    _ name: String, version: Int, root: ContainerDefinition, routes: [Route], data: JSONValue? = nil,
    schema: ValueSchema? = nil, feature: AppFeature? = nil, router: Router? = nil, idle: Idle? = nil,
    steps: Steps? = nil, acceptsMessagesFrom: Set<String> = [], clientRole: TokenRole = .lead,
    clients: ClientRights = ClientRights(), clientNavigation: ClientNavigation = .all, access: AppAccess? = nil,
    undo: AppLogic.Undo = .all, variants: Variants = Variants(), flows: FlowSettings = FlowSettings(),
    metadata: AppMetadata = AppMetadata(), logic: AppLogic? = nil, migrations: [Int: AppMigration] = [:]
  ) {
    self.name = name
    self.version = version
    self.root = root
    self.routes = Dictionary(
      routes.map { ($0.name, feature?.completing($0) ?? $0) }, uniquingKeysWith: { _, last in last })
    self.screenReducers = self.routes.mapValues(ScreenReducer.init)
    self.data = data ?? feature?.data ?? [:]
    self.schema = schema
    self.hasSchemas = schema != nil || routes.contains { $0.schema != nil }
    self.feature = feature
    self.router = router
    self.idle = idle
    self.steps = steps
    self.acceptsMessagesFrom = acceptsMessagesFrom
    self.clientRole = clientRole
    self.clients = clients
    self.closesStates = !clients.setsState || routes.contains(where: \.isStateClosed)
    self.clientNavigation = clientNavigation
    self.access = access
    self.undo = logic?.undo ?? undo
    self.variants = variants
    self.flows = flows
    self.metadata = metadata
    self.hasDestinations = routes.contains { $0.destinations != nil }
    self.readsContext =
      feature?.readsContext == true
      || routes.contains { $0.feature?.readsContext == true || !$0.destinationConditions.isEmpty }
    self.handlesClosed = routes.contains { $0.feature?.handlesClosed == true }
    self.logic = logic
    self.hasLogic = logic != nil || routes.contains { $0.logic != nil }
    self.guardedRoutes = Set(routes.filter(\.hasGuards).map(\.name))
    self.keepsIntents = routes.contains { $0.logic?.guards.contains(where: \.resumes) == true }
    self.hasHooks =
      !guardedRoutes.isEmpty
      || self.routes.values.contains {
        $0.logic?.hasHooks == true || $0.feature?.onEnter != nil || $0.feature?.onLeave != nil
      }
    self.hasSchemaPatterns = schema?.hasPattern == true || routes.contains { $0.schema?.hasPattern == true }
    self.hasPatterns =
      routes.contains(where: \.hasPatterns)
      || logic?.actions.values.contains(where: \.hasPatterns) == true
    self.hasPanes = root.kind == .panes || routes.contains { $0.content?.kind == .panes }
    self.recordsOpeners = routes.contains { $0.logic?.handlesResults == true }
    self.migrations = migrations
    self.links = Links(routes)
    self.linkURLs = LinkURLs(routes)
    self.routeIndex = RouteIndex(root: root, routes: routes)
    if let feature {
      let missing = feature.features.keys.filter { self.routes[$0] == nil }
      precondition(missing.isEmpty, "The app \(name) shares the state of \(missing), and has no such routes.")
    }
  }

  /// Returns whether sessions of this app accept a message that a client sends from a session.
  ///
  /// - Parameter app: The name of the sender's app; nil for a trusted sender, which is always accepted.
  package func accepts(_ message: SentMessage, from app: String?) -> Bool {
    guard let app else { return true }
    return (app == name || acceptsMessagesFrom.contains(app)) && !keepsFromClients(message.action.innermostType)
  }

  /// The sender of an action.
  public enum Origin: Sendable {
    /// A client: a screen's reducer receives only the actions that its feature lists.
    case client
    /// Another session, by a message: as a client, and with the `messages` of features.
    case session
    /// A backend: as a client, and with the actions for backends. No confirmation for leaving screens is asked for.
    case backend
    /// An effect, the app's router or the server: a screen's reducer receives all actions that it can read.
    case server
  }

  /// Reduces one action on the draft, with all that follows from it: effects of reducers and the router's actions.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - draft: The draft to change.
  ///   - origin: The sender of the action.
  /// - Throws: `ActionError` when the action is refused. The caller then rolls back the draft.
  public func reduce(_ action: Action, _ draft: inout Draft, from origin: Origin = .client) throws(ActionError) {
    var reducer = ActionReducer(app: self)
    try reducer.reduce(action, from: origin, &draft)
  }

  /// Returns the route of exactly that name, where `routes` also finds one whose name only looks the same.
  func route(exactly name: String) -> Route? { routes[name].flatMap { $0.name.isIdentical(to: name) ? $0 : nil } }

  func route(named name: String) throws(ActionError) -> Route {
    if let route = route(exactly: name) { return route }
    let known = Self.list(routes.keys.sorted())
    throw .invalid("unknown-route", "`\(self.name)` has no route \"\(name)\"; it has \(known).", at: "route")
  }

  /// The definition of a container: the root's, or the one in the route of the screen that holds it.
  func definition(of container: Container.ID, in tree: Tree) -> ContainerDefinition {
    guard container != tree.root.id, let screen = tree.screen(whoseContentIs: container) else { return root }
    return routes[screen.route]?.content ?? root
  }

  /// Formats names for a message; beyond 20 only the number of the others is given.
  static func list(_ names: [String]) -> String {
    guard !names.isEmpty else { return "none" }
    let shown = names.prefix(20).map { "\"\($0)\"" }.joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
  }
}
