import JSON
import Navigation
import Sessions
import Synchronization

/// The answer to a request: nil at first, then a line that names the outcome.
///
/// A second answer would add a second line.
final class Asked: Sendable {
  private let answers = Mutex<[String]>([])

  var answer: String? { answers.withLock { $0.isEmpty ? nil : $0.joined(separator: "\n") } }

  func record(_ outcome: Outcome) {
    answers.withLock { $0.append(outcome.line) }
  }

  func record(_ creation: Creation) {
    answers.withLock { $0.append(creation.line) }
  }
}

extension Outcome {
  var line: String {
    switch self {
    case .receipt(let json, let revision): "receipt \(revision) \(text(json))"
    case .session(let json, let revision): "session \(revision) \(text(json))"
    case .replayed(let answer, let revision): "replayed \(revision) \(answer.status) \(text(answer.body))"
    case .refused(let refused): refused.line
    case .deleted: "deleted"
    case .tokenChanged: "token changed"
    case .leased(let lease): lease.map { "leased \($0.id) by \($0.name ?? "-") until \($0.expiresAt)" } ?? "not leased"
    case .locked(let lease, let now): "locked by \(lease.name ?? "-") for \(lease.expiresAt - now)"
    case .tooManyLeases: "too many leases"
    case .notFound: "not found"
    case .pruned(let revision, let oldest): "pruned \(revision), oldest \(oldest)"
    case .noSuchRevision(let revision, let last): "no revision \(revision), last \(last)"
    case .timerNotFound: "no such timer"
    case .unchanged: "unchanged"
    case .turnsBusy: "turns busy"
    case .mailboxFull(let limit): "mailbox full: \(limit.messages)"
    case .notDue(let moment): "not due before \(moment)"
    case .preconditionFailed(let revision): "precondition failed at \(revision)"
    case .keyReused: "key reused"
    case .keyInProgress: "key in progress"
    case .sessionBusy(let waiting): "session busy with \(waiting)"
    case .readsBusy(let waiting): "reads busy with \(waiting)"
    case .journalBusy: "journal busy"
    case .failed(let failure): "failed: \(failure)"
    }
  }
}

extension Creation {
  var line: String {
    switch self {
    case .created(_, let answer, let revision): "created \(revision) \(answer.status) \(text(answer.body))"
    case .existing(_, let json, let revision): "existing \(revision) \(text(json))"
    case .replayed(let answer): "replayed \(answer.status) \(text(answer.body))"
    case .refused(let refused): refused.line
    case .withdrawn: "withdrawn"
    case .keyReused: "key reused"
    case .keyInProgress: "key in progress"
    case .turnsBusy: "turns busy"
    case .journalBusy: "journal busy"
    case .failed(let failure): "failed: \(failure)"
    }
  }
}

extension ActionError {
  var line: String { (["refused", refusal.code] + faults.map(\.pointer.description)).joined(separator: " ") }
}

func text(_ json: [UInt8]) -> String { String(decoding: json, as: UTF8.self) }
