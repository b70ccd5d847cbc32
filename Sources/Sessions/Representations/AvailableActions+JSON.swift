import JSON
import Navigation
import Reduction

extension AvailableActions {
  /// The list as JSON, once it is complete.
  var json: [UInt8] {
    var json = JSONWriter(capacity: 128 + 160 * results.count)
    json.append("{\"revision\":")
    json.append(integer: revision)
    json.append(",\"truncated\":")
    json.append(bool: list.isTruncated)
    json.append(",\"items\":[")
    for (index, (possibility, result)) in zip(list.possibilities, results).enumerated() {
      if index > 0 { json.append(",") }
      json.append(possibility, result, isExplained: isExplained)
    }
    json.append("],\"amend\":")
    json.append(
      value: amendable.map { ["from": .integer(Int64($0.lowerBound)), "to": .integer(Int64($0.upperBound))] } ?? .null)
    json.append("}")
    return json.bytes
  }
}

extension JSONWriter {
  /// - Parameter isExplained: Whether a reason has what clients must not know.
  fileprivate mutating func append(_ possibility: Possibility, _ dryRunResult: DryRunResult, isExplained: Bool) {
    append("{\"action\":")
    append(object: possibility.action.fields)
    switch dryRunResult {
    case .allowed(let changes):
      append(",\"allowed\":true,\"changes\":")
      append(bool: changes)
    case .needs(let places):
      append(",\"allowed\":true,\"needs\":")
      append(value: .array(places.map { .string($0.text) }))
    case .refused(let refusal):
      append(",\"allowed\":false,\"reason\":")
      append(string: isExplained ? refusal.explanation : refusal.detail)
      append(",\"code\":")
      append(string: refusal.code)
    }
    if let screen = possibility.screen {
      append(",\"screen\":")
      append(string: screen)
    }
    append("}")
  }
}
