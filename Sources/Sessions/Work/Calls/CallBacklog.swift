import Navigation

/// The calls without an answer, in a line for each app and host, so that a slow host delays its own calls only, and an app
/// with many calls only its own.
///
/// Holds a few words of each call; its request is read from the journal for each attempt.
struct CallBacklog: Sendable {
  /// A call as the scheduler needs it.
  struct Entry: Sendable, Equatable {
    let key: String
    let lane: Lane
    var due: Int64
    /// The answer, if the session could not store it yet.
    var answer: CallAnswer?
  }

  /// The app that asks, and the host that is asked.
  struct Lane: Sendable, Hashable {
    let app: String
    let host: String
  }

  private struct Line {
    /// The entries that do not run, the next one last.
    var waiting: [Entry] = []
    var running = 0

    mutating func add(_ entry: Entry) {
      // Most entries are due later than all others.
      let index = waiting.first.map { $0.due > entry.due } ?? true ? index(of: entry.due) : 0
      waiting.insert(entry, at: index)
    }

    /// The index behind the entries that are due later.
    private func index(of due: Int64) -> Int {
      var (low, high) = (0, waiting.count)
      while low < high {
        let middle = (low + high) / 2
        if waiting[middle].due > due { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  private var lines: [Lane: Line] = [:]
  private(set) var running = 0
  private var runningOfHost: [String: Int] = [:]
  private var runningOfApp: [String: Int] = [:]
  /// The calls in the lines and the running ones.
  private var known: Set<String> = []
  /// The key after which the next page is read; nil: all calls of earlier processes are known.
  private var unread: String? = ""
  /// nil: this is the only node.
  private let node: ServerNode?
  /// The time at which all calls are read again with several nodes.
  private var readAt: Int64 = .min

  init(_ node: ServerNode? = nil) {
    self.node = node
  }

  /// The time between two passes over the calls with several nodes without a hint.
  private static let sharedInterval: Int64 = 10_000

  mutating func readAgain() { unread = "" }

  /// The concurrent attempts to ask one host, of one app and of all.
  static let (mostOfLane, mostOfHost) = (16, 32)
  /// The concurrent attempts of one app, and of all.
  static let (mostOfApp, concurrency) = (64, 128)
  /// The number of calls that are read at once.
  private static let page = 64

  var count: Int { known.count }

  mutating func add(_ call: CallRow) {
    guard known.insert(call.key).inserted else { return }
    let lane = Lane(app: call.app, host: call.request.authority)
    lines[lane, default: Line()].add(Entry(key: call.key, lane: lane, due: call.due))
  }
}

extension CallBacklog: WorkBacklog {
  var nextDue: Int64? {
    lines.lazy.filter { hasSlot($0.key, $0.value) }.compactMap { $0.value.waiting.last?.due }.min()
  }
  var nextRead: Int64? { unread == nil ? (node == nil ? nil : readAt) : .min }

  mutating func popDue(_ now: Int64, atMost limit: Int) -> [Entry] {
    var due: [Entry] = []
    while due.count < limit, let lane = nextLane(now), let entry = lines[lane]?.waiting.popLast() {
      count(1, lane)
      due.append(entry)
    }
    return due
  }

  /// The line with the fewest running calls of its app, then of itself, among those with due ones.
  private func nextLane(_ now: Int64) -> Lane? {
    lines.lazy.filter { hasSlot($0.key, $0.value) && $0.value.waiting.last.map { $0.due <= now } ?? false }
      .min { (runningOfApp[$0.key.app] ?? 0, $0.value.running) < (runningOfApp[$1.key.app] ?? 0, $1.value.running) }?
      .key
  }

  /// Whether another call of the line may run: an app takes at most as many slots as it leaves to others, of the host and
  /// in total, so that there is one for each of the next apps ("dynamic threshold").
  private func hasSlot(_ lane: Lane, _ line: Line) -> Bool {
    let ofApp = runningOfApp[lane.app] ?? 0
    return line.running < min(Self.mostOfLane, Self.mostOfHost - (runningOfHost[lane.host] ?? 0))
      && ofApp < min(Self.mostOfApp, Self.concurrency - running)
  }

  private mutating func count(_ change: Int, _ lane: Lane) {
    running += change
    lines[lane]?.running += change
    runningOfHost[lane.host, default: 0] += change
    runningOfApp[lane.app, default: 0] += change
    if runningOfHost[lane.host] == 0 { runningOfHost[lane.host] = nil }
    if runningOfApp[lane.app] == 0 { runningOfApp[lane.app] = nil }
  }

  mutating func end(_ entry: Entry, _ result: CallRunner.Result, _ now: Int64) -> AttemptOutcome {
    count(-1, entry.lane)
    var entry = entry
    switch result {
    case .over:
      known.remove(entry.key)
      if let line = lines[entry.lane], line.running == 0, line.waiting.isEmpty { lines[entry.lane] = nil }
    case .retried(let due):
      entry.due = due
      lines[entry.lane]?.add(entry)
    // The answer waits in memory, so that only a crash makes the server ask again (decision 0048).
    case .later(let answer):
      (entry.answer, entry.due) = (answer ?? entry.answer, .min)
      lines[entry.lane]?.add(entry)
      return .journalFailed
    case .damaged(let answer):
      (entry.answer, entry.due) = (answer, now + WorkTiming.longPause)
      lines[entry.lane]?.add(entry)
    }
    return .settled
  }

  mutating func beginReading(_ now: Int64) -> CallQuery {
    readAt = now + Self.sharedInterval
    return .page(after: unread ?? "", limit: Self.page, partitions: node?.partitions)
  }

  mutating func endReading(_ page: [CallRow]?, of query: CallQuery, _ now: Int64) {
    guard let page else { return }
    for call in page { add(call) }
    unread = page.count < Self.page ? nil : page.last?.key
  }
}
