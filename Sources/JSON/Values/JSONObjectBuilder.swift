/// An object under construction, whose members change in place.
struct JSONObjectBuilder {
  private(set) var members: [JSONObject.Member]
  /// The positions by name; nil up to 16 members.
  private var index: [ExactString: Int]?

  init() {
    members = []
  }

  /// Takes the members of an object, without a copy if it is uniquely referenced.
  init(_ object: consuming JSONObject) {
    switch object.storage {
    case .few(let members): self.members = members
    case .many(let members, let index): (self.members, self.index) = (members, index)
    case .raw(let raw):
      members = raw.parsedMembers
      if members.count > JSONObject.fewLimit { makeIndex() }
    }
  }

  consuming func finish() -> JSONObject {
    var object = JSONObject()
    object.storage = if let index { .many(members, index: index) } else { .few(members) }
    return object
  }

  /// Allocates storage for `count` members.
  @inline(__always)
  mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }

  @inline(__always)
  mutating func set(_ name: String, to value: JSONValue) {
    change(name) { $0 = value }
  }

  /// Changes the value of `name` in place. An absent member is added, with null as the value before the change.
  @inline(__always)
  mutating func change(_ name: String, _ body: (inout JSONValue) -> Void) {
    if let position = position(of: name) {
      body(&members[position].value)
    } else {
      var value = JSONValue.null
      body(&value)
      append(name, value)
    }
  }

  var isEmpty: Bool { members.isEmpty }

  func contains(_ name: String) -> Bool {
    position(of: name) != nil
  }

  mutating func removeMembers(where isRemoved: (_ name: String) -> Bool) {
    members.removeAll { isRemoved($0.name) }
    index = nil
    if members.count > JSONObject.fewLimit { makeIndex() }
  }

  @inline(__always)
  private func position(of name: String) -> Int? {
    if let index { index[ExactString(name)] } else { JSONObject.find(name, in: members) }
  }

  @inline(__always)
  private mutating func append(_ name: String, _ value: JSONValue) {
    members.append(JSONObject.Member(name: name, value: value))
    index?[ExactString(name)] = members.count - 1
    if index == nil, members.count > JSONObject.fewLimit { makeIndex() }
  }

  private mutating func makeIndex() {
    var index: [ExactString: Int] = [:]
    index.reserveCapacity(2 * members.count)
    for (position, member) in members.enumerated() { index[ExactString(member.name)] = position }
    self.index = index
  }
}
