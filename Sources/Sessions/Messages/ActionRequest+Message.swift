import JSON
import Navigation

extension ActionRequest {
  /// A request for a message that was refused, possibly because it cannot be parsed.
  convenience init(refused message: MessageRow) {
    self.init(
      actions: [], isBatch: false, sent: JSONValue.isText(message.action) ? message.action : JSONValue.null.bytes,
      precondition: nil, key: nil, wantsSession: false, actor: message.sender.text)
  }

  /// A request by which the sender of a dropped message records it.
  convenience init(dropped message: MessageRow) {
    let json: JSONObject = [
      "type": "message", "to": .string(message.recipient.text),
      "action": (try? JSONValue(parsing: message.action)) ?? .null,
    ]
    self.init(
      actions: [], isBatch: false, sent: JSONValue.object(json).bytes, precondition: nil, key: nil, wantsSession: false,
      actor: "message")
  }

  convenience init(_ message: MessageRow) throws(Refused) {
    let json: JSONValue
    do throws(CorruptSession) {
      json = try JSONValue(stored: message.action, "the message \(message.id)")
    } catch {
      throw .invalid("not-an-action", error.detail)
    }
    self.init(
      actions: [try Action(json: json)], isBatch: false, sent: message.action, precondition: nil, key: nil,
      wantsSession: false, actor: message.sender.text)
  }
}
