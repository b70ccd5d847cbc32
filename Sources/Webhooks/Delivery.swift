import JSON

/// An output on its way to a webhook.
package struct Delivery: Sendable, Equatable {
  /// Its place among all that was ever to be delivered; greater than that of any output that was committed before.
  package let position: Int64
  package let webhook: String
  package let session: String
  package let app: String
  package let seq: Int
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  package let name: String
  /// The output's value as JSON text.
  package let value: [UInt8]

  package init(
    position: Int64, webhook: String, session: String, app: String, seq: Int, revision: Int, at: Int64, name: String,
    value: [UInt8]
  ) {
    self.position = position
    self.webhook = webhook
    self.session = session
    self.app = app
    self.seq = seq
    self.revision = revision
    self.at = at
    self.name = name
    self.value = value
  }

  /// The same on every copy and on no other delivery, so that a receiver can tell that it has it. A session's outputs are
  /// numbered and its id never comes again: nothing has to be stored for this.
  package var id: String { "msg_\(webhook)_\(session)_\(seq)" }

  /// What is sent, the same bytes each time.
  package var body: [UInt8] {
    var json = JSONWriter(capacity: 256 + value.count)
    json.append("{\"id\":")
    json.append(string: id)
    json.append(",\"webhook\":")
    json.append(string: webhook)
    json.append(",\"session\":")
    json.append(string: session)
    json.append(",\"app\":")
    json.append(string: app)
    json.append(",\"seq\":")
    json.append(integer: seq)
    json.append(",\"revision\":")
    json.append(integer: revision)
    json.append(",\"at\":")
    json.append(timestamp: at)
    json.append(",\"name\":")
    json.append(string: name)
    json.append(",\"value\":")
    json.append(raw: value)
    json.append("}")
    return json.bytes
  }
}
