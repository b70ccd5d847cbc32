import JSON
import Navigation

extension JSONWriter {
  /// Writes `{"items": [{"id", "screen", "fireAt", "action"}]}` in the order in which the timers fire.
  static func list(_ timers: [Timer]) -> [UInt8] {
    var json = JSONWriter(capacity: 16 + 128 * timers.count)
    json.append("{\"items\":[")
    for (index, timer) in timers.enumerated() {
      json.append(index == 0 ? "{\"id\":" : ",{\"id\":")
      json.append(string: timer.id)
      json.append(",\"screen\":")
      json.append(value: timer.screen.map(JSONValue.string) ?? .null)
      json.append(",\"fireAt\":")
      json.append(timestamp: timer.fireAt)
      json.append(",\"action\":")
      json.append(object: timer.action.fields)
      json.append("}")
    }
    json.append("]}")
    return json.bytes
  }
}
