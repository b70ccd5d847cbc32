import JSON

/// A value in a definition, with its place.
package struct JSONNode {
  package let value: JSONValue
  package let place: JSONPointer

  package init(_ value: JSONValue, at place: JSONPointer = JSONPointer()) {
    self.value = value
    self.place = place
  }

  /// The member of that name, if this is an object with such a member.
  package subscript(name: String) -> JSONNode? {
    value[name].map { JSONNode($0, at: place.appending(name: name)) }
  }

  /// The members of an object, in order; empty for other values.
  package var members: [(name: String, node: JSONNode)] {
    (value.objectValue ?? [:]).map { member in
      (member.name, JSONNode(member.value, at: place.appending(name: member.name)))
    }
  }

  /// The elements of an array; empty for other values.
  package var elements: [JSONNode] {
    (value.arrayValue ?? []).enumerated().map { index, value in JSONNode(value, at: place.appending(index: index)) }
  }
}
