import JSON
import Sessions

extension OutputItem: PageItem {
  var number: Int { seq }
  var size: Int { value.count + 224 }

  func write(to json: inout JSONWriter, toBackend: Bool) {
    json.append("{\"seq\":", integer: seq)
    json.append(",\"revision\":", integer: revision)
    json.append(",\"at\":", timestamp: at)
    json.append(origin: origin)
    json.append(",\"name\":", string: name)
    json.append(",\"value\":", raw: value)
    if isImported { json.append(",\"imported\":true") }
    json.append("}")
  }
}
