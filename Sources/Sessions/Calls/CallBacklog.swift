import Navigation

/// The calls without an answer, in a line for each host, so that a slow host delays its own calls only.
///
/// Holds a few words of each call; its request is read from the journal for each attempt.
struct CallBacklog: Sendable {
  /// A call as the scheduler needs it.
  struct Entry: Sendable, Equatable {
    let key: String
    let host: String
    var due: Int64
    /// The answer, if the session could not store it yet.
    var answer: CallAnswer?
  }

  private struct Line {
    /// The entries that do not run, the next one last.
    var waiting: [Entry] = []
    var running = 0

    func canRun(at now: Int64) -> Bool {
      running < CallBacklog.mostOfHost && waiting.last.map { $0.due <= now } ?? false
    }

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

  private var lines: [String: Line] = [:]
  /// The calls in the lines and the running ones.
  private var known: Set<String> = []
  /// The key after which the next page is read; nil: all calls of earlier processes are known.
  private var unread: String? = ""
  /// nil: this is the only node.
  private let node: SharedNode?
  /// The time at which all calls are read again on a shared journal.
  private var readAt: Int64 = .min

  init(_ node: SharedNode? = nil) {
    self.node = node
  }

  /// The time between two passes over the calls on a shared journal without a hint.
  private static let sharedInterval: Int64 = 10_000

  mutating func readAgain() { unread = "" }

  /// The concurrent attempts to ask one host.
  static let mostOfHost = 16
  /// The number of calls that are read at once.
  private static let page = 64

  var count: Int { known.count }
  var running: Int { lines.values.reduce(0) { $0 + $1.running } }

  mutating func add(_ call: CallRow) {
    guard known.insert(call.key).inserted else { return }
    let host = call.request.authority
    lines[host, default: Line()].add(Entry(key: call.key, host: host, due: call.due))
  }
}

extension CallBacklog: WorkBacklog {
  var nextDue: Int64? {
    lines.values.compactMap { $0.running < Self.mostOfHost ? $0.waiting.last?.due : nil }.min()
  }
  var nextRead: Int64? { unread == nil ? (node == nil ? nil : readAt) : .min }

  mutating func takeDue(_ now: Int64, atMost limit: Int) -> [Entry] {
    var due: [Entry] = []
    while due.count < limit, let host = nextHost(now), let entry = lines[host]?.waiting.popLast() {
      lines[host]?.running += 1
      due.append(entry)
    }
    return due
  }

  /// The host with the fewest running calls among those with due ones, so that no host takes all attempts.
  private func nextHost(_ now: Int64) -> String? {
    lines.lazy.filter { $0.value.canRun(at: now) }.min { $0.value.running < $1.value.running }?.key
  }

  mutating func end(_ entry: Entry, _ result: CallRunner.Result, _ now: Int64) -> AttemptOutcome {
    lines[entry.host]?.running -= 1
    var entry = entry
    switch result {
    case .over:
      known.remove(entry.key)
      if let line = lines[entry.host], line.running == 0, line.waiting.isEmpty { lines[entry.host] = nil }
    case .retried(let due):
      entry.due = due
      lines[entry.host]?.add(entry)
    case .later(let answer):
      (entry.answer, entry.due) = (answer ?? entry.answer, .min)
      lines[entry.host]?.add(entry)
      return .journalFailed
    case .damaged(let answer):
      (entry.answer, entry.due) = (answer, now + WorkTiming.longPause)
      lines[entry.host]?.add(entry)
    }
    return .settled
  }

  mutating func beginReading(_ now: Int64) -> CallQuery {
    readAt = now + Self.sharedInterval
    return .page(after: unread ?? "", limit: Self.page, shares: node?.shares)
  }

  mutating func endReading(_ page: [CallRow]?, of query: CallQuery, _ now: Int64) {
    guard let page else { return }
    for call in page { add(call) }
    unread = page.count < Self.page ? nil : page.last?.key
  }
}
