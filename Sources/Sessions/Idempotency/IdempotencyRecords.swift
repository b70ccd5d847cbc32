/// The idempotency records of a session, without response bodies, which the journal has.
struct IdempotencyRecords: Sendable {
  private var answers: [String: IdempotencyRecord]
  private var expired: Int64 = .min
  /// The number of records at which expired ones are evicted next.
  private var sweepAt = 64

  init(_ answers: [IdempotencyRecord]) {
    self.answers = Dictionary(answers.map { ($0.key, $0.withoutBody) }, uniquingKeysWith: { _, last in last })
  }

  var count: Int { answers.count }

  subscript(key: String) -> IdempotencyRecord? {
    answers[key].flatMap { $0.at > expired ? $0 : nil }
  }

  mutating func add(_ answer: IdempotencyRecord) {
    answers[answer.key] = answer.withoutBody
  }

  mutating func remove(_ key: String) {
    answers[key] = nil
  }

  /// Evicts records from `time` or before. Scans them only after their number has doubled.
  mutating func forget(until time: Int64) {
    expired = time
    guard answers.count >= sweepAt else { return }
    answers = answers.filter { $0.value.at > time }
    sweepAt = max(64, 2 * answers.count)
  }
}

extension IdempotencyRecord {
  fileprivate var withoutBody: IdempotencyRecord {
    IdempotencyRecord(
      session: session, key: key, fingerprint: fingerprint, status: status, revision: revision, body: nil, at: at)
  }
}
