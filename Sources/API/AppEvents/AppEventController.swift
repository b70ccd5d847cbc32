import HTTP
import Sessions

/// Streams the events of all sessions of an app.
struct AppEventController: Controller {
  let apps: AppLookup
  let topics: AppEventTopics
  let listeners: ListenerLimiter

  var routes: [ControllerRoute] {
    [
      ControllerRoute(
        .get, "/v1/apps/{app}/events", .admin, scopes: .reading, content: .events, Documentation.listen, listen)
    ]
  }

  /// `GET /v1/apps/{app}/events`
  private func listen(_ exchange: Exchange) async throws(Problem) {
    let key = AppEventTopic.Key(
      app: try apps.name(for: exchange), view: try Self.view(of: exchange), filter: try Self.filter(of: exchange))
    let known = try exchange.lastEventID().map(Int64.init)
    let permit = try listeners.acquirePermit()
    guard let topic = topics.acquire(key) else { throw ListenerLimiter.tooManyListeners(ofAppWith: topics.limit) }
    do throws(JournalFailure) {
      try await begin(AppEventFeed(topic, topics.source, permit: permit), on: key, after: known, exchange)
    } catch {
      // Without a stream, no end of one gives the topic back.
      topics.release(key)
      throw Problem(error)
    }
  }

  /// Begins a stream with its first page.
  private func begin(
    _ feed: AppEventFeed, on key: AppEventTopic.Key, after known: Int64?, _ exchange: Exchange
  ) async throws(JournalFailure) {
    let source = topics.source
    var last = source.last
    // Another server may have sent the client later events already.
    if let known, known > last { last = try await source.journal.refreshLastEvent() }
    let page = try await source.read(key, after: min(known ?? last, last), through: last)
    feed.begin(stream(feed, on: key, exchange), with: page, Self.first(after: known, last: last))
  }

  /// The event before the missed ones: the position of a new client, or the end of what a client of another database
  /// can get.
  private static func first(after known: Int64?, last: Int64) -> SharedChunk? {
    guard let known else { return AppEventView.cursor(last) }
    return known > last ? AppEventView.reset(to: last) : nil
  }

  private func stream(_ feed: AppEventFeed, on key: AppEventTopic.Key, _ exchange: Exchange) -> any ContentStream {
    exchange.streamEvents { [topics] in
      feed.stop()
      topics.release(key)
    }
  }

  // MARK: Parameters

  private static func view(of exchange: Exchange) throws(Problem) -> AppEventView {
    guard let text = try exchange.text("view") else { return .full }
    if let view = AppEventView(rawValue: text) { return view }
    throw Problem(400, "bad-parameter", "`view` must be `full` or `minimal`; it is \"\(text.prefix(80))\".")
  }

  private static func filter(of exchange: Exchange) throws(Problem) -> AppEventFilter {
    AppEventFilter(route: try exchange.text("route"), labels: try exchange.labels())
  }
}
