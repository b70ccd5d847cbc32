import Synchronization

/// A notification for the subscribers of a store.
enum StoreEvent<State: Sendable>: Sendable {
  case state(State)
  case output(any Output)
  /// The last notification: nothing refers to the store any more.
  case end

  /// Returns this event for the subscribers of a part; nil when the part is absent.
  func compactMap<Part>(_ part: (State) -> Part?) -> StoreEvent<Part>? {
    switch self {
    case .state(let state): part(state).map { .state($0) }
    case .output(let output): .output(output)
    case .end: .end
    }
  }
}

/// The store's end of one subscription.
final class StoreSubscriber<State: Sendable>: Sendable {
  typealias Receive = @Sendable (StoreEvent<State>) -> Void

  private let active = Atomic(true)
  private let onEvent: Receive

  init(_ onEvent: @escaping Receive) {
    self.onEvent = onEvent
  }

  var isActive: Bool { active.load(ordering: .acquiring) }

  func receive(_ event: StoreEvent<State>) {
    if isActive { onEvent(event) }
  }

  func end() {
    active.store(false, ordering: .releasing)
  }
}
