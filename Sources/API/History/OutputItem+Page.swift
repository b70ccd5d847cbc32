import JSON
import Sessions

extension OutputItem: PageItem {
  var number: Int { seq }
  var size: Int { value.count + 224 }

  func write(to json: inout JSONWriter, toBackend: Bool) {
    json.append("{\"seq\":")
    json.append(integer: seq)
    json.append(",\"revision\":")
    json.append(integer: revision)
    json.append(",\"at\":")
    json.append(timestamp: at)
    json.append(origin: origin)
    json.append(",\"name\":")
    json.append(string: name)
    json.append(",\"value\":")
    json.append(raw: value)
    if isImported { json.append(",\"imported\":true") }
    json.append("}")
  }
}
