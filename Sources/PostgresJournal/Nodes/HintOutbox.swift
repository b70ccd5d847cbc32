import Sessions
import Synchronization
import Support

/// The hints for other servers about the commits of this one, gathered until they are sent.
///
/// A hint is a letter for its kind, followed by the ids of sessions, partitions, or nothing. Hints are separated by commas.
final class HintOutbox: Sendable {
  private let hints = Mutex<Set<String>>([])
  private let wakeup: EventFD

  /// With more of them, one hint stands for all: that something has changed.
  private static let most = 4_096
  /// Milliseconds from now within which the timers are due that other servers are told of.
  private static let soon: Int64 = 60_000

  init(_ wakeup: EventFD) {
    self.wakeup = wakeup
  }

  /// Records committed units.
  func record(_ units: [CommitUnit], _ results: [UnitResult]) {
    var new: [String] = []
    for (unit, result) in zip(units, results) where result.failure == nil {
      if let session = unit.session { new.append("s" + session.text) }
      for write in unit.writes { new += Self.hints(of: write.write) }
    }
    add(new)
  }

  func add(_ new: [String]) {
    guard !new.isEmpty else { return }
    let isFirst = hints.withLock { hints in
      // The thread that the first hint wakes takes all that follow.
      let isFirst = hints.isEmpty
      if hints.count < Self.most { hints.formUnion(new) } else { hints = ["a"] }
      return isFirst
    }
    if isFirst { wakeup.signal() }
  }

  /// Takes the hints, as texts of at most 7,500 bytes.
  func take() -> [String] {
    let hints = hints.withLock { hints in
      defer { hints = [] }
      return hints
    }
    var texts: [String] = []
    for hint in hints {
      // The payload of NOTIFY must be shorter than 8,000 bytes, and the name of the server still comes before the text.
      if let last = texts.last, last.utf8.count + hint.utf8.count < 7_500 {
        texts[texts.count - 1] += "," + hint
      } else {
        texts.append(hint)
      }
    }
    return texts
  }

  private static func hints(of write: Write) -> [String] {
    switch write {
    case .change(let change, _): hints(of: change)
    case .begin(_, let changes, _): changes.flatMap(hints(of:))
    case .define, .withdraw, .reinstate, .rollout, .appKey, .operators, .webhook, .batch(.add), .batch(.end): ["e"]
    default: []
    }
  }

  private static func hints(of change: Change) -> [String] {
    var hints: [String] = []
    for case .set(let timer) in change.timers where timer.fireAt <= change.at + soon {
      hints.append("t\(timer.fireAt).\(change.session.text).\(timer.id)")
    }
    for case .send(let message) in change.messages {
      // The session that a key names is not known here.
      hints.append(message.recipient.id.map { "m\($0.partition)" } ?? "m")
    }
    if change.calls.contains(where: { if case .ask = $0 { true } else { false } }) {
      hints.append("c\(change.session.partition)")
    }
    return hints
  }

  /// Parses a received text.
  static func hints(_ text: String) -> [NodeHint] {
    var sessions: [SessionID] = []
    var shown: [SessionID] = []
    var timers: [DueTimer] = []
    var (messages, calls) = (PartitionSet.none, PartitionSet.none)
    var hints: [NodeHint] = []
    for part in text.split(separator: ",") {
      let rest = String(part.dropFirst())
      switch part.first {
      case "s": if let session = SessionID(rest) { sessions.append(session) }
      case "w": if let session = SessionID(rest) { shown.append(session) }
      case "t": if let timer = timer(rest) { timers.append(timer) }
      case "m": if let partition = UInt8(rest) { messages.insert(partition) } else { messages = .all }
      case "c": if let partition = UInt8(rest) { calls.insert(partition) }
      case "e": hints.append(.catalogues)
      // `a`, or a kind that only a newer version knows.
      default: hints.append(.anything)
      }
    }
    if !sessions.isEmpty { hints.append(.sessions(sessions)) }
    if !shown.isEmpty { hints.append(.shown(shown)) }
    if !timers.isEmpty { hints.append(.timers(timers)) }
    if !messages.isEmpty { hints.append(.messages(messages)) }
    if !calls.isEmpty { hints.append(.calls(calls)) }
    return hints
  }

  private static func timer(_ text: String) -> DueTimer? {
    let parts = text.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, let time = Int64(parts[0]), let session = SessionID(String(parts[1])) else { return nil }
    return DueTimer(fireAt: time, session: session, timer: String(parts[2]))
  }
}
