import Dispatch
import Sessions
import Synchronization

/// The pending reads. Short reads come first; the long ones are taken from the sessions in turn.
final class ReadQueue: Sendable {
  /// The kinds of reads that a reader takes.
  enum Selection: Sendable {
    /// Short reads only. One reader is reserved for them, so they never wait for a long read.
    case short
    case all
  }

  private let capacity: Int
  private let state = Mutex(State())

  fileprivate struct State {
    var short = FairQueue<SessionID?, Reader.Query>()
    var long = FairQueue<SessionID?, Reader.Query>()
    /// The sleeping readers, in the order in which they fell asleep.
    var sleepers: [Sleeper] = []
    var isClosed = false

    mutating func next(_ selection: Selection) -> Reader.Query? {
      short.removeFirst() ?? (selection == .all ? long.removeFirst() : nil)
    }
  }

  /// A sleeping reader.
  fileprivate struct Sleeper {
    let selection: Selection
    let semaphore: DispatchSemaphore
  }

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { state.withLock { $0.short.count + $0.long.count } }

  /// - Returns: false when the queue is full or closed.
  func put(_ query: Reader.Query) -> Bool {
    put(query, upTo: capacity)
  }

  /// Adds the rest of a read beyond the capacity.
  ///
  /// - Returns: false when the queue is closed.
  func putRest(_ query: Reader.Query) -> Bool {
    put(query, upTo: .max)
  }

  private func put(_ query: Reader.Query, upTo capacity: Int) -> Bool {
    let (isTaken, sleeper) = state.withLock { state -> (Bool, Sleeper?) in
      guard !state.isClosed, state.short.count + state.long.count < capacity else { return (false, nil) }
      if query.isShort {
        state.short.append(query, of: query.session)
      } else {
        state.long.append(query, of: query.session)
      }
      return (true, state.removeSleeper(for: query))
    }
    // Outside the lock, which the woken reader takes at once.
    sleeper?.semaphore.signal()
    return isTaken
  }

  /// Rejects further reads. Queued reads can still be taken.
  func close() {
    for sleeper in state.withLock({ $0.close() }) { sleeper.semaphore.signal() }
  }

  /// The next read; nil: none is queued.
  func dequeue(_ selection: Selection = .all) -> Reader.Query? {
    state.withLock { $0.next(selection) }
  }

  /// Waits for a read.
  ///
  /// - Parameters:
  ///   - semaphore: The reader's own semaphore.
  ///   - rest: Called after a second without a read.
  /// - Returns: nil when the queue is closed and holds nothing for the reader.
  func wait(
    _ selection: Selection, _ semaphore: DispatchSemaphore, rest: () -> Void = {}
  ) -> Reader.Query? {
    while true {
      let (query, isClosed) = state.withLock { state -> (Reader.Query?, Bool) in
        let query = state.next(selection)
        if query == nil, !state.isClosed {
          state.sleepers.append(Sleeper(selection: selection, semaphore: semaphore))
        }
        return (query, state.isClosed)
      }
      if query != nil || isClosed { return query }
      if semaphore.wait(timeout: .now() + .seconds(1)) == .success { continue }
      rest()
      semaphore.wait()
    }
  }
}

extension ReadQueue.State {
  /// Returns the readers to wake.
  fileprivate mutating func close() -> [ReadQueue.Sleeper] {
    isClosed = true
    defer { sleepers = [] }
    return sleepers
  }

  /// Removes the reader to wake. For a short read that is preferably the one that takes short reads only.
  fileprivate mutating func removeSleeper(for query: Reader.Query) -> ReadQueue.Sleeper? {
    let index =
      query.isShort
      ? sleepers.firstIndex { $0.selection == .short } ?? sleepers.indices.last
      : sleepers.lastIndex { $0.selection == .all }
    return index.map { sleepers.remove(at: $0) }
  }
}
