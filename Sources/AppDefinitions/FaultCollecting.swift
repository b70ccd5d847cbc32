import JSON

/// A reader of a text in JSON that continues after a fault to find the others.
package protocol FaultCollecting {
  mutating func report(_ detail: String, at place: JSONPointer)
}

// Each function reports a fault and returns nil when a part has another shape.
extension FaultCollecting {
  /// Reports a fault, and returns nil in place of the value that could not be read.
  package mutating func fault<Value>(_ detail: String, at place: JSONPointer) -> Value? {
    report(detail, at: place)
    return nil
  }

  package mutating func object(_ node: JSONNode, _ what: String) -> JSONObject? {
    if case .object(let object) = node.value { return object }
    return fault("\(what) must be an object; it is \(node.value.kind).", at: node.place)
  }

  package mutating func string(_ node: JSONNode, _ what: String) -> String? {
    if case .string(let string) = node.value { return string }
    return fault("\(what) must be a string; it is \(node.value.kind).", at: node.place)
  }

  package mutating func boolean(_ node: JSONNode, _ what: String) -> Bool? {
    if case .bool(let bool) = node.value { return bool }
    return fault("\(what) must be true or false; it is \(node.value.kind).", at: node.place)
  }

  /// Reads the elements of a list.
  ///
  /// - Parameter rule: What the value has to be.
  package mutating func list(_ node: JSONNode, _ what: String, _ rule: String) -> [JSONNode]? {
    if case .array = node.value { return node.elements }
    return fault("\(what) must be \(rule); it is \(node.value.kind).", at: node.place)
  }
}
