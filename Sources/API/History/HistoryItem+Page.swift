import JSON
import Sessions

extension HistoryItem: PageItem {
  var number: Int { revision }
  var size: Int { action.count + outputs.count + (refused?.count ?? 0) + 192 }

  func write(to json: inout JSONWriter, toBackend: Bool) {
    json.append("{\"revision\":")
    json.append(integer: revision)
    json.append(",\"at\":")
    json.append(timestamp: at)
    json.append(",\"action\":")
    json.append(raw: action)
    json.append(",\"actor\":")
    json.append(value: origin.actor.map(JSONValue.string) ?? .null)
    json.append(origin: origin)
    json.append(",\"outputs\":")
    json.append(raw: outputs)
    if let refused {
      json.append(",\"refused\":")
      json.append(raw: StoredRefusal.shown(refused, toBackend: toBackend))
    }
    if isImported { json.append(",\"imported\":true") }
    json.append("}")
  }
}
