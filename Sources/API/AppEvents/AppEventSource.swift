import Support
import Sessions
import Synchronization

/// Reads the events of apps for topics and their subscribers.
struct AppEventSource: Sendable {
  let registry: SessionRegistry
  let journal: any Journal
  let bufferLimits: EventFeed.BufferLimits
  let metrics = AppEventMetrics()

  /// The number of the last durable event.
  var last: Int64 { journal.lastEvent }

  /// Reads a page. A page takes at most a quarter of a client's queue.
  func read(
    _ key: AppEventTopic.Key, after position: Int64, through end: Int64
  ) async throws(JournalFailure) -> AppEventPage {
    let query = AppEventQuery(
      app: key.app, filter: key.filter, after: position, through: end, wantsActions: key.view == .full,
      bytes: min(bufferLimits.bytes / 4, 64 << 10))
    let page = try await registry.appEvents(query)
    // Only a corrupted number leads beyond the last event.
    guard page.end <= last else {
      throw .damaged("the number of the newest pruned event of \(key.app) is corrupted")
    }
    return page
  }
}

/// The metrics of the event streams of apps.
final class AppEventMetrics: Sendable {
  private let subscribers = Atomic(0)
  private let events = Atomic(0)
  private let fallbacks = Atomic(0)

  func countSubscriber(_ change: Int) { subscribers.wrappingAdd(change, ordering: .relaxed) }

  func count(_ sent: Int) { events.wrappingAdd(sent, ordering: .relaxed) }

  func countFallback() { fallbacks.wrappingAdd(1, ordering: .relaxed) }

  func report(in text: inout MetricsText) {
    text.gauge(
      "navstate_app_listeners", "Streams of the events of apps open now.", subscribers.load(ordering: .relaxed))
    text.counter(
      "navstate_app_events_sent_total", "Events of apps sent, once for each stream.", events.load(ordering: .relaxed))
    text.counter(
      "navstate_app_listener_fallbacks_total",
      "Streams of apps that fell behind and continued with reads of their own.", fallbacks.load(ordering: .relaxed))
  }
}
