import JSON

/// A value in a definition, and where it stands there.
struct JSONNode {
  let value: JSONValue
  let place: JSONPointer

  init(_ value: JSONValue, at place: JSONPointer = JSONPointer()) {
    self.value = value
    self.place = place
  }

  /// The member of that name, if this is an object that has it.
  subscript(name: String) -> JSONNode? {
    value[name].map { JSONNode($0, at: place.appending(name: name)) }
  }

  /// The members of an object, in order; none of anything else.
  var members: [(name: String, node: JSONNode)] {
    (value.objectValue ?? [:]).map { member in
      (member.name, JSONNode(member.value, at: place.appending(name: member.name)))
    }
  }

  /// The elements of an array; none of anything else.
  var elements: [JSONNode] {
    (value.arrayValue ?? []).enumerated().map { index, value in JSONNode(value, at: place.appending(index: index)) }
  }
}
