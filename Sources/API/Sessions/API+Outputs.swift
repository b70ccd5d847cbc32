import JSON
import Sessions

extension API {
  /// `GET S/outputs`: the outputs of the session.
  func readOutputs(_ exchange: Exchange) throws(Problem) {
    try checkMayLookBack(exchange)
    let id = try exchange.session()
    try sendPage(of: id, exchange) { [registry] after, limit, found in
      registry.outputs(
        OutputQuery(session: id, after: after, limit: limit), otherwise: { exchange.send(failed: $0) }, found: found)
    }
  }
}

extension OutputItem: PageItem {
  var number: Int { seq }
  var size: Int { value.count + 128 }

  func write(to json: inout JSONWriter) {
    json.append("{\"seq\":")
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
  }
}
