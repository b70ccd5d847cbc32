import JSON
import Navigation

extension ActionRequest {
  /// A request for a message that was refused, possibly because it cannot be parsed.
  convenience init(refused message: MessageRow) {
    self.init(sent: message.validAction, origin: ChangeOrigin(actor: message.sender.text))
  }

  /// A request by which the sender of a dropped message records it.
  convenience init(dropped message: MessageRow) {
    var json = JSONWriter(capacity: 128 + message.action.count)
    json.append("{\"type\":\"message\",\"to\":", string: message.recipient.text)
    json.append(",\"action\":")
    // The text becomes a part of the history, so that it has to be JSON even if the row is damaged.
    json.append(raw: message.validAction)
    json.append("}")
    self.init(sent: json.bytes, origin: ChangeOrigin(actor: "message"))
  }

  convenience init(_ message: MessageRow) throws(ActionError) {
    let json: JSONValue
    do throws(CorruptSession) {
      json = try JSONValue(stored: message.action, "the message \(message.id)")
    } catch {
      throw .invalid("not-an-action", error.detail)
    }
    self.init(
      actions: [try Action(json: json)], sent: message.action, origin: ChangeOrigin(actor: message.sender.text))
  }
}

extension MessageRow {
  /// The action as JSON, or null if it was damaged on disk.
  fileprivate var validAction: [UInt8] { JSONValue.isText(action) ? action : JSONValue.null.bytes }
}
