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
        .get, "/v1/apps/{app}/events", .admin, scopes: .reading, content: .events, .listenToApp, listen)
    ]
  }

  /// `GET /v1/apps/{app}/events`
  private func listen(_ exchange: Exchange) async throws(Problem) {
    let key = AppEventTopic.Key(
      app: try apps.name(for: exchange),
      view: try exchange.parameter("view", "`full` or `minimal`", AppEventView.init) ?? .full,
      filter: AppEventFilter(route: try exchange.text("route"), labels: try exchange.labels()))
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
}

extension Operation {
  static let listenToApp = Operation(
    "listenToApp", "Stream the events of all sessions of an app",
    "Server-sent events: `change`, `created` and `deleted`, in the order of their commits, with one cursor. A new "
      + "client gets a `cursor` first; with `after`, the stream starts with the next event.",
    query: [
      .init("after", .integer(from: 0), "The last event that the client has", example: 1),
      .init("view", .oneOf(["full", "minimal"]), "`minimal` omits the action, the actor and the time of changes"),
      .label,
      .init(
        "route", .string, "Only sessions whose current screen has this route or is inside a screen with this route"),
    ],
    fields: [.lastEventID],
    answers: .content(.events, "An endless stream of events"),
    problems: ProblemKind.storage + ["no-such-app", "bad-parameter", "bad-last-event-id", "too-many-listeners"])
}
