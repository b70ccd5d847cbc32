import JSON
import Navigation

// The lists of a session's parts, each as `{"items": […]}`.
extension JSONWriter {
  /// Writes `{"items": [{"id", "screen", "fireAt", "action", "every"?, "zone"?}]}` in the order in which the timers fire.
  static func list(_ timers: [Timer]) -> [UInt8] {
    var json = JSONWriter(capacity: 16 + 128 * timers.count)
    json.append("{\"items\":[")
    for (index, timer) in timers.enumerated() {
      json.append(index == 0 ? "{\"id\":" : ",{\"id\":")
      json.append(string: timer.id)
      json.append(",\"screen\":", value: timer.screen.map(JSONValue.string) ?? .null)
      json.append(",\"fireAt\":", timestamp: timer.fireAt)
      json.append(",\"action\":", object: timer.action.fields)
      if let recurrence = timer.recurrence {
        json.append(",\"every\":", string: recurrence.text)
        if let zone = recurrence.zone {
          json.append(",\"zone\":", string: zone)
        }
      }
      json.append("}")
    }
    json.append("]}")
    return json.bytes
  }

  /// Returns the chains as `{"items": […]}`.
  static func list(_ chains: [SlowedChain]) -> [UInt8] {
    let items = chains.map { chain in
      JSONValue.object([
        "kind": .string(chain.kind.rawValue), "length": .integer(Int64(chain.length)), "action": .string(chain.action),
        "at": .string(JSONTimestamp.text(chain.at)),
      ])
    }
    return JSONValue.object(["items": .array(items)]).bytes
  }
}
