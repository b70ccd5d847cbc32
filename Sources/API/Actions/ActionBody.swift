import JSON
import Navigation

/// An action or a batch of actions in the body of a request.
struct ActionBody {
  let actions: [Action]
  let isBatch: Bool

  static func isBatch(_ json: JSONValue) -> Bool { json["actions"] != nil && json["type"] == nil }

  /// - Parameters:
  ///   - place: The place of the action in the body.
  ///   - maximumBatch: The maximum number of actions in a batch.
  init(_ json: JSONValue, at place: JSONPointer = JSONPointer(), maximumBatch: Int) throws(Problem) {
    guard Self.isBatch(json), case .object(let members) = json, let list = members["actions"] else {
      actions = [try Action(of: json, at: place)]
      isBatch = false
      return
    }
    if let unknown = members.names.first(where: { $0 != "actions" }) {
      throw .fault(
        "unknown-member", "A batch has only the member `actions`; remove `\(unknown)`.", under: place, at: unknown)
    }
    guard case .array(let batch) = list, (1...maximumBatch).contains(batch.count) else {
      let found = list.arrayValue.map { "a list of \($0.count)" } ?? list.kind
      throw .fault(
        "bad-batch", "`actions` must be a list of 1 to \(maximumBatch) actions; it is \(found).", under: place,
        at: "actions")
    }
    var actions: [Action] = []
    for (index, json) in batch.enumerated() {
      actions.append(try Action(of: json, at: place.appending(name: "actions").appending(index: index)))
    }
    self.actions = actions
    isBatch = true
  }
}
