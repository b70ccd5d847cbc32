import Dispatch
import Sessions
import Synchronization

/// The reads that wait for a reader: those that are short come first, and among the others each session has its turn.
final class ReadQueue: Sendable {
  /// Which reads a reader takes.
  enum Selection: Sendable {
    /// Short ones. With one reader that takes nothing else, they never wait for a long one to end.
    case short
    case all
  }

  private let capacity: Int
  private let state = Mutex(State())

  fileprivate struct State {
    var short = FairQueue<SessionID?, Reader.Query>()
    var long = FairQueue<SessionID?, Reader.Query>()
    /// The readers that sleep, the last one to fall asleep last.
    var sleepers: [Sleeper] = []
    var isClosed = false

    mutating func next(_ selection: Selection) -> Reader.Query? {
      short.removeFirst() ?? (selection == .all ? long.removeFirst() : nil)
    }
  }

  /// A reader that waits to be woken.
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

  /// Ignores the capacity: the rest of a read that had a place.
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
      return (true, state.takeSleeper(for: query))
    }
    sleeper?.semaphore.signal()
    return isTaken
  }

  /// Refuses everything from now on. What waits can still be taken.
  func close() {
    let sleepers = state.withLock { state in
      state.isClosed = true
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.semaphore.signal() }
  }

  /// The read whose turn it is; nil when none waits.
  func take(_ selection: Selection = .all) -> Reader.Query? {
    state.withLock { $0.next(selection) }
  }

  /// Waits for a read.
  ///
  /// - Parameter semaphore: The reader's own.
  /// - Returns: nil when the queue is closed and holds nothing for the reader.
  func wait(_ selection: Selection, _ semaphore: DispatchSemaphore) -> Reader.Query? {
    while true {
      let (query, isClosed) = state.withLock { state -> (Reader.Query?, Bool) in
        let query = state.next(selection)
        if query == nil, !state.isClosed {
          state.sleepers.append(Sleeper(selection: selection, semaphore: semaphore))
        }
        return (query, state.isClosed)
      }
      if query != nil || isClosed { return query }
      semaphore.wait()
    }
  }
}

extension ReadQueue.State {
  /// The reader to be woken. One that takes short reads only does so first: the others are for what it leaves.
  fileprivate mutating func takeSleeper(for query: Reader.Query) -> ReadQueue.Sleeper? {
    let index =
      query.isShort
      ? sleepers.firstIndex { $0.selection == .short } ?? sleepers.indices.last
      : sleepers.lastIndex { $0.selection == .all }
    return index.map { sleepers.remove(at: $0) }
  }
}
