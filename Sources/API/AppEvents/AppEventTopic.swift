import HTTP
import Sessions
import Synchronization

/// The events of an app in one view and with one filter, read and encoded once for all subscribers that are up to date.
///
/// A subscriber that is behind reads by itself until it has all that the topic has sent. So does a subscriber that is too
/// slow; it delays no other.
final class AppEventTopic: Sendable {
  let key: Key
  private let source: AppEventSource
  private let state: Mutex<State>

  /// The properties of a topic.
  struct Key: Hashable, Sendable {
    let app: String
    let view: AppEventView
    let filter: AppEventFilter
  }

  fileprivate struct State {
    /// The event up to which the events have been sent to the subscribers.
    var position: Int64 = 0
    /// The event up to which the clients know the position: that of the last event sent.
    var known: Int64 = 0
    var isReading = false
    /// The number of times that the topic began without subscribers. The result of an earlier read is void.
    var generation = 0
    var feeds: [AppEventFeed] = []
  }

  /// A read of the next events.
  private struct Read {
    let generation: Int
    let range: Range<Int64>
  }

  init(_ key: Key, _ source: AppEventSource) {
    self.key = key
    self.source = source
    state = Mutex(State())
  }

  // MARK: Subscribers

  /// Adds a subscriber that has all events up to `position`.
  ///
  /// - Returns: The event up to which the subscriber has to read by itself first; nil: it was added.
  func join(_ feed: AppEventFeed, at position: Int64) -> Int64? {
    let end = state.withLock { state -> Int64? in
      if state.feeds.isEmpty { state.begin(at: position) }
      guard position >= state.position else { return state.position }
      // Under the same lock as the comparison, so that no page comes in between.
      if feed.goLive() { state.feeds.append(feed) }
      return nil
    }
    // While there was no subscriber, `wake` did nothing.
    if end == nil { wake() }
    return end
  }

  func leave(_ feed: AppEventFeed) {
    state.withLock { state in state.feeds.removeAll { $0 === feed } }
  }

  // MARK: Events

  /// Reads the new events, unless the topic is reading already.
  func wake() {
    guard let first = nextRead() else { return }
    Task.inline { [self] in
      var next: Read? = first
      while let read = next {
        await receive(read)
        next = nextRead()
      }
    }
  }

  private func nextRead() -> Read? {
    let last = source.last
    return state.withLock { state in
      guard !state.isReading, !state.feeds.isEmpty, state.position < last else { return nil }
      state.isReading = true
      return Read(generation: state.generation, range: state.position..<last)
    }
  }

  private func receive(_ read: Read) async {
    do throws(JournalFailure) {
      // New events are read like missed ones, so that the two never have to meet without a gap (docs/decisions/0044).
      let page = try await source.read(key, after: read.range.lowerBound, through: read.range.upperBound)
      let chunk = page.isReset ? AppEventView.reset(to: page.end) : key.view.chunk(of: page.events)
      for feed in send(page, chunk, of: read) { feed.fallBack() }
    } catch {
      fail(read)
    }
  }

  /// Sends a page to the subscribers.
  ///
  /// - Returns: The subscribers that could not take it, which were removed.
  private func send(_ page: AppEventPage, _ chunk: SharedChunk?, of read: Read) -> [AppEventFeed] {
    state.withLock { state in
      guard state.generation == read.generation else { return [] }
      state.isReading = false
      let start = state.position
      state.position = page.end
      if chunk != nil { state.known = page.end }
      let (events, range) = (chunk ?? state.progress(by: unknownEvents), start..<page.end)
      let late = state.feeds.filter { !$0.receive(events, page.events.count, of: range) }
      if !late.isEmpty { state.feeds.removeAll { feed in late.contains { $0 === feed } } }
      return late
    }
  }

  /// Ends all streams after a failed read. The clients reconnect, and those requests report the failure.
  private func fail(_ read: Read) {
    let feeds = state.withLock { state in
      guard state.generation == read.generation else { return [AppEventFeed]() }
      state.isReading = false
      defer { state.feeds = [] }
      return state.feeds
    }
    for feed in feeds { feed.end() }
  }
}

extension AppEventTopic.State {
  fileprivate mutating func begin(at position: Int64) {
    (self.position, known) = (position, position)
    generation += 1
    isReading = false
  }

  /// The event that tells the clients the position, if many events of others have passed since the last one. Otherwise
  /// a client that reconnects would have to search all of them again.
  fileprivate mutating func progress(by distance: Int64) -> SharedChunk? {
    guard position - known >= distance else { return nil }
    known = position
    return AppEventView.cursor(position)
  }
}

extension AppEventTopic {
  /// The distance of the numbers of events after which the clients are told the position: about 10,000 events of others.
  private var unknownEvents: Int64 { 10_000 * source.journal.eventStride }
}
