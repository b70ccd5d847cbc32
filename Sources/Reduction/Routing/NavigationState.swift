/// The screens of one flow above its root: the pushed stack and the presented screen.
///
/// Changed by a ``NavigationStep``. The ids of all screens, including the presented one, are unique. A screen can be a
/// flow itself, with a navigation state of its own, also of this very type.
///
/// ```swift
/// var navigation = NavigationState<Route>()
/// _ = try navigation.take(.push(.product(Product(id: "tea"))))
/// ```
public struct NavigationState<Route: Routable>: Sendable {
  /// The pushed screens, the top one last.
  public internal(set) var stack: IdentifiedArray<Route>
  /// None or one. An array, since a route that is a flow stores a value of this type.
  private var modals: [Route]

  /// Creates a navigation state.
  ///
  /// - Parameters:
  ///   - stack: The pushed screens. While there are none, the flow shows its root.
  ///   - modal: The presented screen.
  /// - Precondition: The id of `modal` is not in `stack`.
  public init(stack: IdentifiedArray<Route> = [], modal: Route? = nil) {
    self.stack = stack
    modals = modal.map { [$0] } ?? []
    precondition(modal.map { stack.index(id: $0.id) == nil } ?? true, "The presented screen is also in the stack.")
  }

  /// The screen that is presented over the root and the stack.
  public internal(set) var modal: Route? {
    get { modals.first }
    set { modals = newValue.map { [$0] } ?? [] }
  }

  /// Whether the flow shows its root.
  public var isAtRoot: Bool { stack.isEmpty && modals.isEmpty }

  /// The ids of all screens except the root, bottom first.
  public var ids: [Route.ID] { stack.ids + modals.map(\.id) }

  /// The screen with this id, pushed or presented; nil when it is absent.
  public subscript(id id: Route.ID) -> Route? {
    stack[id: id] ?? modals.first { $0.id == id }
  }

  /// Changes the screen with this id in place.
  ///
  /// - Returns: The result of `change`; nil when the screen is absent.
  mutating func update<Result, Failure: Error>(
    id: Route.ID, _ change: (inout Route) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard modals.first?.id == id else { return try stack.update(id: id, change) }
    defer { precondition(modals[0].id == id, "The id \(id) became \(modals[0].id) by an update.") }
    return try change(&modals[0])
  }
}

extension NavigationState: Equatable where Route: Equatable {}
