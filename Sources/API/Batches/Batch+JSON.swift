import JSON
import Sessions

extension Batch {
  /// The job as JSON.
  var rendered: [UInt8] {
    var json = JSONWriter(capacity: 512)
    json.append(self)
    return json.bytes
  }
}

extension BatchPreview.Report {
  /// The result of the dry run as JSON.
  var rendered: [UInt8] {
    var json = JSONWriter(capacity: 512)
    json.append("{\"dryRun\":true,\"complete\":", bool: isComplete)
    json.append(",")
    json.append(members: counts)
    json.append(",\"examples\":", value: .array(changed.map { .string($0.text) }))
    json.append("}")
    return json.bytes
  }
}

extension JSONWriter {
  mutating func append(_ batch: Batch) {
    append("{\"id\":", string: batch.id.text)
    append(",\"state\":", string: batch.state.rawValue)
    append(",\"startedAt\":", timestamp: batch.startedAt)
    append(",\"finishedAt\":", value: .timestamp(batch.finishedAt))
    append(origin: batch.request.origin)
    for name in ["filter", "action", "undo", "delete", "migrate"] {
      guard let value = batch.request.json[name] else { continue }
      append(",", string: name)
      append(":", value: value)
    }
    append(",\"rate\":", integer: batch.request.rate)
    append(",\"progress\":", value: .number((batch.progress * 1_000).rounded(.down) / 1_000))
    append(",")
    append(members: batch.counts)
    append("}")
  }

  /// Writes the numbers of sessions by outcome, as members of an object.
  fileprivate mutating func append(members counts: BatchCounts) {
    append("\"done\":", integer: counts.done)
    append(",\"changed\":", integer: counts.changed)
    append(",\"unchanged\":", integer: counts.unchanged)
    append(",\"refused\":")
    append(refusalsOf: counts)
  }

  /// Writes the refusals with their numbers and examples.
  mutating func append(refusalsOf counts: BatchCounts) {
    append(list: counts.refused.sorted { $0.key < $1.key }) { json, refusals in
      json.append("{\"code\":", string: refusals.key)
      json.append(",\"count\":", integer: refusals.value.count)
      json.append(",\"examples\":", value: .array(refusals.value.examples.map(\.json)))
      json.append("}")
    }
  }
}

extension BatchExample {
  fileprivate var json: JSONValue {
    ["session": .string(session.text), "detail": .string(refusal.detail)]
  }
}
