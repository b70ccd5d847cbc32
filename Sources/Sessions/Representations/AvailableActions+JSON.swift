import JSON
import Navigation
import Reduction

extension AvailableActions {
  /// The list as JSON, once it is complete.
  var json: [UInt8] {
    var json = JSONWriter(capacity: 128 + 160 * results.count)
    json.append("{\"revision\":", integer: revision)
    json.append(",\"truncated\":", bool: list.isTruncated)
    json.append(",\"items\":")
    json.append(list: zip(list.possibilities, results)) { $0.append($1.0, $1.1, isExplained: isExplained) }
    json.append(",\"amend\":")
    json.append(
      value: amendable.map { ["from": .integer(Int64($0.lowerBound)), "to": .integer(Int64($0.upperBound))] } ?? .null)
    json.append("}")
    return json.bytes
  }
}

extension JSONWriter {
  /// - Parameter isExplained: Whether a reason has what clients must not know.
  fileprivate mutating func append(_ possibility: Possibility, _ dryRunResult: DryRunResult, isExplained: Bool) {
    append("{\"action\":", object: possibility.action.fields)
    switch dryRunResult {
    case .allowed(let changes):
      append(",\"allowed\":true,\"changes\":", bool: changes)
    case .needs(let places):
      append(",\"allowed\":true,\"needs\":", value: .array(places.map { .string($0.text) }))
    case .refused(let refusal):
      append(",\"allowed\":false,\"reason\":", string: isExplained ? refusal.explanation : refusal.detail)
      append(",\"code\":", string: refusal.code)
    }
    if let screen = possibility.screen {
      append(",\"screen\":", string: screen)
    }
    append("}")
  }
}
