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
    json.append("{\"id\":", string: batch.id.text)
    json.append(",\"state\":", string: batch.state.rawValue)
    json.append(",\"app\":", string: app)
    json.append(",\"from\":", integer: migration.from)
    json.append(",\"to\":", integer: migration.to)
    let request = batch.request.json
    for (name, part) in [("percent", "migrate"), ("sessions", "filter"), ("label", "filter")] {
      guard let value = request[part]?[name] else { continue }
      json.append(",", string: name)
      json.append(":", value: value)
    }
    json.append(",\"startedAt\":", timestamp: batch.startedAt)
    json.append(",\"finishedAt\":", value: .timestamp(batch.finishedAt))
    json.append(origin: batch.request.origin)
    json.append(",\"done\":", integer: batch.counts.changed)
    json.append(",\"failed\":", integer: batch.counts.refusedCount)
    json.append(",\"left\":", value: left.map { .integer(Int64($0)) } ?? .null)
    json.append(",\"perSecond\":", value: .number((rate * 10).rounded() / 10))
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
    json.append("{\"complete\":", bool: isComplete)
    json.append(",\"outcomes\":")
    json.append(list: outcomes) { json, outcome in
      json.append("{\"kind\":", string: outcome.kind)
      json.append(",\"count\":", integer: outcome.count)
      json.append(",\"before\":", raw: outcome.before)
      json.append(",\"after\":", raw: outcome.after ?? Array("null".utf8))
      json.append(",\"why\":", value: .optional(outcome.why))
      json.append("}")
    }
    json.append("}")
    return json.bytes
  }
}
