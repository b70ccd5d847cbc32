import Synchronization

/// The topics that have subscribers.
final class AppEventTopics: Sendable {
  let source: AppEventSource
  /// The maximum number of subscribers of an app.
  let limit: Int
  private let topics = Mutex<[AppEventTopic.Key: (topic: AppEventTopic, users: Int)]>([:])

  init(_ source: AppEventSource, limit: Int) {
    self.source = source
    self.limit = limit
  }

  /// Starts passing new events to the topics.
  func start() {
    source.journal.announceEvents { [weak self] in self?.wake() }
  }

  private func wake() {
    let topics = topics.withLock { $0.isEmpty ? [] : $0.values.map(\.topic) }
    for topic in topics { topic.wake() }
  }

  /// Returns the topic for one more subscriber; nil: the app has too many.
  func acquire(_ key: AppEventTopic.Key) -> AppEventTopic? {
    let taken = topics.withLock { topics -> AppEventTopic? in
      let users = topics.reduce(0) { $0 + ($1.key.app == key.app ? $1.value.users : 0) }
      guard users < limit else { return nil }
      let known = topics[key] ?? (AppEventTopic(key, source), 0)
      topics[key] = (known.topic, known.users + 1)
      return known.topic
    }
    if taken != nil { source.metrics.countSubscriber(1) }
    return taken
  }

  /// Gives a topic back; without subscribers it is removed.
  func release(_ key: AppEventTopic.Key) {
    source.metrics.countSubscriber(-1)
    topics.withLock { topics in
      topics[key] = topics[key].flatMap { $0.users > 1 ? ($0.topic, $0.users - 1) : nil }
    }
  }
}
