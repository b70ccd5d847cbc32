import JSON

/// The idempotency records of a session, without response bodies, which the journal has.
struct IdempotencyRecords: Sendable {
  private var records: [ExactString: IdempotencyRecord]
  private var expired: Int64 = .min
  /// The keys whose first request has not completed.
  private var running: Set<ExactString> = []
  /// The number of records at which expired ones are evicted next.
  private var sweepAt = 64

  init(_ records: [IdempotencyRecord]) {
    self.records = Dictionary(
      records.map { (ExactString($0.key), $0.withoutBody) }, uniquingKeysWith: { _, last in last })
  }

  var count: Int { records.count }

  subscript(key: String) -> IdempotencyRecord? {
    records[ExactString(key)].flatMap { $0.at > expired ? $0 : nil }
  }

  mutating func add(_ record: IdempotencyRecord) {
    records[ExactString(record.key)] = record.withoutBody
  }

  /// The state of a key.
  enum Status {
    case new
    /// The first request has not completed.
    case running
    /// The key was used for a different request.
    case reused
    /// The journal has the stored response.
    case completed
  }

  /// Returns the state of a key.
  ///
  /// - Parameter expired: Responses stored at or before this time are evicted.
  mutating func status(of key: IdempotencyKey, _ expired: Int64) -> Status {
    if running.contains(ExactString(key.text)) { return .running }
    forget(until: expired)
    guard let record = self[key.text] else { return .new }
    return record.fingerprint == key.fingerprint ? .completed : .reused
  }

  /// Whether a request with the key is running or has completed.
  func knows(_ key: String) -> Bool { running.contains(ExactString(key)) || self[key] != nil }

  var hasRunning: Bool { !running.isEmpty }

  mutating func begin(_ key: String) { running.insert(ExactString(key)) }
  mutating func end(_ key: String) { running.remove(ExactString(key)) }

  mutating func remove(_ key: String) {
    records[ExactString(key)] = nil
  }

  /// Evicts records from `time` or before. Scans them only after their number has doubled.
  mutating func forget(until time: Int64) {
    expired = time
    // Look-ups compare with `expired`, so that the scan only saves memory.
    guard records.count >= sweepAt else { return }
    records = records.filter { $0.value.at > time }
    sweepAt = max(64, 2 * records.count)
  }
}

extension IdempotencyKey {
  func record(of session: SessionID?, status: Int, revision: Int, body: [UInt8], at: Int64) -> IdempotencyRecord {
    IdempotencyRecord(
      session: session, key: text, fingerprint: fingerprint, status: status, revision: revision, body: body, at: at)
  }
}

extension IdempotencyRecord {
  fileprivate var withoutBody: IdempotencyRecord {
    IdempotencyRecord(
      session: session, key: key, fingerprint: fingerprint, status: status, revision: revision, body: nil, at: at)
  }
}
