import JSON
import Sessions

extension HistoryItem: PageItem {
  var number: Int { revision }
  var size: Int { action.count + outputs.count + (refused?.count ?? 0) + 192 }

  func write(to json: inout JSONWriter, toBackend: Bool) {
    json.append("{\"revision\":", integer: revision)
    json.append(",\"at\":", timestamp: at)
    json.append(",\"action\":", raw: action)
    json.append(",\"actor\":", value: .optional(origin.actor))
    json.append(origin: origin)
    json.append(",\"outputs\":", raw: outputs)
    if let refused { json.append(",\"refused\":", raw: StoredRefusal.shown(refused, toBackend: toBackend)) }
    if isImported { json.append(",\"imported\":true") }
    json.append("}")
  }
}
