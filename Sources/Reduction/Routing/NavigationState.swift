/// Where one flow stands, without its root: the screens pushed onto the root, and what is presented over them all.
///
/// Changed by a ``NavigationStep``. No two of its screens have the same id, the presented one included. A screen may be
/// a flow itself, with a navigation state of its own, also of this very type.
public struct NavigationState<Route: Routable>: Sendable {
  /// The pushed screens, the top one last.
  public internal(set) var stack: IdentifiedArray<Route>
  /// None or one: an array, since a route that is a flow holds another state of this type.
  private var modals: [Route]

  /// - Parameters:
  ///   - stack: Screens on top of the root; none: the flow shows its root.
  ///   - modal: What lies over them, with another id than all of them: that is the program's care.
  public init(stack: IdentifiedArray<Route> = [], modal: Route? = nil) {
    self.stack = stack
    modals = modal.map { [$0] } ?? []
    precondition(modal.map { stack.index(id: $0.id) == nil } ?? true, "What is presented stands in the stack, too.")
  }

  /// What is presented over the root and the stack.
  public internal(set) var modal: Route? {
    get { modals.first }
    set { modals = newValue.map { [$0] } ?? [] }
  }

  /// Whether the root is what the flow shows.
  public var isAtRoot: Bool { stack.isEmpty && modals.isEmpty }

  /// All screens but the root, bottom first.
  public var ids: [Route.ID] { stack.ids + modals.map(\.id) }

  /// The screen of this id, wherever it stands; nil when it is not there, or not any more.
  public subscript(id id: Route.ID) -> Route? {
    stack[id: id] ?? modals.first { $0.id == id }
  }

  /// Changes the screen of this id where it is.
  ///
  /// - Returns: What `change` returns; nil when there is no such screen.
  mutating func update<Result, Failure: Error>(
    id: Route.ID, _ change: (inout Route) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard modals.first?.id == id else { return try stack.update(id: id, change) }
    defer { precondition(modals[0].id == id, "The id \(id) became \(modals[0].id) by an update.") }
    return try change(&modals[0])
  }
}

extension NavigationState: Equatable where Route: Equatable {}
