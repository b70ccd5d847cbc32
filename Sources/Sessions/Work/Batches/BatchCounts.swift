/// The result of a job on one session.
package enum BatchOutcome: Sendable, Equatable {
  case changed
  case unchanged
  case refused(BatchRefusal)
}

/// The reason that a session refused the request of a job.
package struct BatchRefusal: Sendable, Equatable {
  package let code: String
  package let detail: String

  package init(code: String, detail: String) {
    self.code = code
    self.detail = detail
  }
}

/// The numbers of sessions by their outcome.
package struct BatchCounts: Sendable, Equatable {
  package private(set) var changed = 0
  package private(set) var unchanged = 0
  /// By the code of the refusal.
  package private(set) var refused: [String: Refusals] = [:]

  /// The refusals with one code.
  package struct Refusals: Sendable, Equatable {
    package fileprivate(set) var count = 0
    /// The first ones.
    package fileprivate(set) var examples: [BatchExample] = []
  }

  /// The limit of examples for each code.
  package static let examples = 3

  package init() {}

  init(_ stored: StoredBatch) {
    for row in stored.counts {
      switch row.outcome {
      case "changed": changed = row.count
      case "unchanged": unchanged = row.count
      default: refused[row.code, default: Refusals()].count = row.count
      }
    }
    for example in stored.examples { refused[example.refusal.code]?.examples.append(example) }
  }

  package var refusedCount: Int { refused.values.reduce(0) { $0 + $1.count } }
  package var done: Int { changed + unchanged + refusedCount }

  package mutating func record(_ outcome: BatchOutcome, of session: SessionID) {
    switch outcome {
    case .changed: changed += 1
    case .unchanged: unchanged += 1
    case .refused(let refusal):
      refused[refusal.code, default: Refusals()].count += 1
      guard needsExample(of: refusal.code) else { return }
      refused[refusal.code]?.examples.append(BatchExample(session: session, refusal: refusal))
    }
  }

  /// Whether fewer examples than the limit are known.
  func needsExample(of code: String) -> Bool { (refused[code]?.examples.count ?? 0) < Self.examples }
}

/// A session that refused the request of a job.
package struct BatchExample: Sendable, Equatable {
  package let session: SessionID
  package let refusal: BatchRefusal

  package init(session: SessionID, refusal: BatchRefusal) {
    self.session = session
    self.refusal = refusal
  }
}
