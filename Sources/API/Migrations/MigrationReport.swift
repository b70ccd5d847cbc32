import JSON
import Sessions

/// The progress of a job that migrates sessions.
struct MigrationReport {
  let app: String
  private let migration: SessionMigration
  private let batch: Batch
  private let left: Int?
  /// The sessions done per second since the start of the job.
  private let rate: Double

  /// Nil for a job with another work.
  ///
  /// - Parameters:
  ///   - left: The number of sessions to do; nil: unknown.
  ///   - now: Milliseconds since 1970.
  init?(_ batch: Batch, left: Int?, now: Int64) {
    guard case .migrate(let migration, let app) = batch.request.work else { return nil }
    self.app = app
    self.migration = migration
    self.batch = batch
    self.left = left
    // At least 1: a job may end in the millisecond of its start, and the clock may be set back.
    let milliseconds = max(1, (batch.finishedAt ?? now) - batch.startedAt)
    rate = Double(batch.counts.done) * 1_000 / Double(milliseconds)
  }

  var rendered: [UInt8] {
    var json = JSONWriter(capacity: 512)
    json.append("{\"id\":")
    json.append(string: batch.id.text)
    json.append(",\"state\":")
    json.append(string: batch.state.rawValue)
    json.append(",\"app\":")
    json.append(string: app)
    json.append(",\"from\":")
    json.append(integer: migration.from)
    json.append(",\"to\":")
    json.append(integer: migration.to)
    json.append(",\"startedAt\":")
    json.append(timestamp: batch.startedAt)
    json.append(",\"finishedAt\":")
    if let time = batch.finishedAt { json.append(timestamp: time) } else { json.append("null") }
    json.append(origin: batch.request.origin)
    json.append(",\"done\":")
    json.append(integer: batch.counts.changed)
    json.append(",\"failed\":")
    json.append(integer: batch.counts.refusedCount)
    json.append(",\"left\":")
    if let left { json.append(integer: left) } else { json.append("null") }
    json.append(",\"perSecond\":")
    json.append(value: .number((rate * 10).rounded() / 10))
    json.append(",\"stayed\":")
    json.append(refusalsOf: batch.counts)
    json.append("}")
    return json.bytes
  }
}

extension MigrationPreview {
  /// The result of the dry run as JSON.
  var rendered: [UInt8] {
    var json = JSONWriter(capacity: 4_096)
    json.append("{\"complete\":")
    json.append(bool: isComplete)
    json.append(",\"outcomes\":[")
    for (index, outcome) in outcomes.enumerated() {
      json.append(index == 0 ? "{\"kind\":" : ",{\"kind\":")
      json.append(string: outcome.kind)
      json.append(",\"count\":")
      json.append(integer: outcome.count)
      json.append(",\"before\":")
      json.append(raw: outcome.before)
      json.append(",\"after\":")
      if let after = outcome.after { json.append(raw: after) } else { json.append("null") }
      json.append(",\"why\":")
      json.append(value: outcome.why.map(JSONValue.string) ?? .null)
      json.append("}")
    }
    json.append("]}")
    return json.bytes
  }
}
