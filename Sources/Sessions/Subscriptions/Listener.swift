import Dispatch
import Synchronization

/// Somebody who is told of a session's revisions as they are committed, each once and in order.
package protocol Listener: AnyObject, Sendable {
  /// Whether its events are to hold the session.
  var wantsSession: Bool { get }
  /// Under which name others see that it listens; nil: it is not shown at all.
  var presence: Presence? { get }
  /// Whether it is told of actions that were refused, too.
  var wantsRefusals: Bool { get }

  /// Is called on a queue of the sessions, where it must not block.
  func hear(_ event: SessionEvent)
  /// Says at which revision it happened, which may be told a moment later.
  func hear(_ refusal: RefusedAction)
  /// The session was deleted; nothing comes after it.
  func hearDeletion()
  /// The token by which it listens is good for nothing any more; nothing comes after it.
  func hearRevocation()
}

extension Listener {
  package var wantsRefusals: Bool { false }
  package func hear(_ refusal: RefusedAction) {}
}

/// How a listener is shown.
package struct Presence: Sendable, Equatable {
  package let id: String
  package let name: String?
  /// Milliseconds since 1970.
  package let since: Int64

  package init(id: String, name: String?, since: Int64) {
    self.id = id
    self.name = name
    self.since = since
  }
}

/// Tells listeners what was committed, off the journal's thread: whoever waits for an answer does not wait for them.
final class EventBroadcaster: Sendable {
  private let queue = DispatchQueue(label: "navstate.events")
  private let batching: @Sendable (() -> Void) -> Void

  /// - Parameter gathering: Runs what it is given. Somebody who is to be woken for each listener may prefer to be woken
  ///   once.
  init(batching: @escaping @Sendable (() -> Void) -> Void) {
    self.batching = batching
  }

  func announce(_ event: SessionEvent, to listeners: [SessionStore.Subscription]) {
    queue.async { [batching] in
      batching {
        for subscription in listeners where subscription.heard < event.revision { subscription.listener.hear(event) }
      }
    }
  }

  func announce(_ refusal: RefusedAction, to listeners: [any Listener]) {
    queue.async { [batching] in
      batching { for listener in listeners { listener.hear(refusal) } }
    }
  }

  func announceDeletion(to listeners: [SessionStore.Subscription]) {
    queue.async { [batching] in
      batching { for subscription in listeners { subscription.listener.hearDeletion() } }
    }
  }

  func announceRevocation(to listeners: [SessionStore.Subscription]) {
    queue.async { [batching] in
      batching { for subscription in listeners { subscription.listener.hearRevocation() } }
    }
  }
}
