import JSON

/// An output to be delivered to a webhook.
package struct Delivery: Sendable, Equatable {
  /// The position among all deliveries ever committed; greater than that of every earlier one.
  package let position: Int64
  package let webhook: String
  package let session: String
  package let app: String
  package let seq: Int
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  /// The members `by` and `requestId` as JSON, with a comma before them.
  package let origin: [UInt8]
  package let name: String
  /// The output's value as JSON text.
  package let value: [UInt8]

  /// Creates a delivery.
  package init(
    position: Int64, webhook: String, session: String, app: String, seq: Int, revision: Int, at: Int64, origin: [UInt8],
    name: String, value: [UInt8]
  ) {
    self.position = position
    self.webhook = webhook
    self.session = session
    self.app = app
    self.seq = seq
    self.revision = revision
    self.at = at
    self.origin = origin
    self.name = name
    self.value = value
  }

  /// A unique id, the same for all attempts, so that a receiver can detect duplicates. Derived, not stored: outputs of
  /// a session are numbered, and session ids are never reused.
  package var id: String { "msg_\(webhook)_\(session)_\(seq)" }

  /// The body of the request, identical in all attempts.
  package var body: [UInt8] {
    var json = JSONWriter(capacity: 256 + value.count)
    json.append("{\"id\":", string: id)
    json.append(",\"webhook\":", string: webhook)
    json.append(",\"session\":", string: session)
    json.append(",\"app\":", string: app)
    json.append(",\"seq\":", integer: seq)
    json.append(",\"revision\":", integer: revision)
    json.append(",\"at\":", timestamp: at)
    json.append(raw: origin)
    json.append(",\"name\":", string: name)
    json.append(",\"value\":", raw: value)
    json.append("}")
    return json.bytes
  }
}
