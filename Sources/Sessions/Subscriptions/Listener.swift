import Dispatch
import Navigation
import Synchronization

/// A subscriber that receives a session's revisions as they are committed, each once and in order.
package protocol Listener: AnyObject, Sendable {
  /// Whether its events include the session.
  var wantsSession: Bool { get }
  /// Whether its events include the plan, and the data if it changed.
  var wantsPlan: Bool { get }
  /// The entry in the list of presences; nil: not listed, and unknown to other nodes.
  var presence: Presence? { get }
  /// Whether it also receives refused actions.
  var wantsRefusals: Bool { get }

  /// Receives a committed revision. Called on the event queue; must not block.
  func receive(_ event: SessionEvent)
  /// Receives a refused action, possibly shortly before the event of the revision that it names.
  func receive(_ refusal: RefusalEvent)
  /// Receives the report of another device that it has drawn a revision.
  func receive(_ report: ShownReport)
  /// Ends the subscription because the session was deleted.
  func sessionDeleted()
  /// Ends the subscription because its token is no longer valid.
  func accessRevoked()
  /// Ends the subscription because the next revisions cannot be told. The client may subscribe again.
  func eventsInterrupted()
}

extension Listener {
  package var wantsPlan: Bool { false }
  package var wantsRefusals: Bool { false }
  /// Ignores the refusal.
  package func receive(_ refusal: RefusalEvent) {}
  /// Ignores the report.
  package func receive(_ report: ShownReport) {}
  package func eventsInterrupted() { accessRevoked() }
}

/// A subscriber as other clients and nodes know it.
package struct Presence: Sendable, Equatable {
  package let id: String
  package let name: String?
  /// The credential of its request; nil: none.
  package let by: Attribution?
  /// Milliseconds since 1970.
  package let since: Int64
  /// The end of a waiting request at the latest, in milliseconds since 1970; nil: it listens until it is disconnected.
  package let until: Int64?
  /// The last revision that the device has reported as drawn; nil: none.
  package internal(set) var shown: ShownReport?

  package init(id: String, name: String?, by: Attribution? = nil, since: Int64, until: Int64? = nil) {
    self.id = id
    self.name = name
    self.by = by
    self.since = since
    self.until = until
  }

  /// Whether clients see it: waiting requests are not listed.
  var isListed: Bool { until == nil }
}

/// Sends commits to the subscribers on a queue of its own, so that answers do not wait for them.
final class EventBroadcaster: Sendable {
  private let queue = DispatchQueue(label: "navstate.events")
  private let batching: Batching

  /// - Parameter batching: Runs the closure that sends one event to all subscribers, and may combine their wakeups.
  init(batching: @escaping Batching) {
    self.batching = batching
  }

  func announce(_ event: SessionEvent, to listeners: [Subscription]) {
    queue.async { [batching] in
      batching {
        // A subscription that began at this revision has it in its first content.
        for subscription in listeners where subscription.start < event.revision { subscription.listener.receive(event) }
      }
    }
  }

  /// Calls `body` for each of the listeners.
  func announce(to listeners: [any Listener], _ body: @escaping @Sendable (any Listener) -> Void) {
    guard !listeners.isEmpty else { return }
    queue.async { [batching] in
      batching { for listener in listeners { body(listener) } }
    }
  }
}
