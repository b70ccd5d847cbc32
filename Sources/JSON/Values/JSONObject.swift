/// The members of a JSON object, in the order in which they were first given and in which they are written.
///
/// A few members are found by looking at each; more get an index, so that an object of any size costs linear time.
public struct JSONObject: Sendable {
  struct Member: Sendable {
    var name: String
    var value: JSONValue
  }

  /// One word, so that a `JSONValue` grows no wider than its string.
  enum Storage: Sendable {
    case few([Member])
    indirect case many([Member], index: [ExactString: Int])
  }

  /// Up to so many names a walk over them is cheaper than hashing one.
  static let fewLimit = 16

  var storage: Storage

  public init() {
    storage = .few([])
  }

  /// Of a name that comes twice the last value wins, in the place of the first.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    var builder = JSONObjectBuilder()
    builder.reserveCapacity(members.underestimatedCount)
    for (name, value) in members { builder.set(name, to: value) }
    self = builder.finish()
  }

  public var count: Int { members.count }
  public var isEmpty: Bool { members.isEmpty }
  public var names: [String] { members.map(\.name) }

  /// The member of that name. Setting nil removes it; setting a name that is there keeps its place.
  public subscript(name: String) -> JSONValue? {
    get {
      switch storage {
      case .few(let members):
        guard let position = Self.find(name, in: members) else { return nil }
        return members[position].value
      case .many(let members, let index):
        guard let position = index[ExactString(name)] else { return nil }
        return members[position].value
      }
    }
    set {
      if let newValue {
        set(name, to: newValue)
      } else if position(of: name) != nil {
        removeMembers { $0.isIdentical(to: name) }
      }
    }
  }

  /// Takes over every member of `other`; where both have a name, that of `other` wins.
  public mutating func merge(_ other: JSONObject) {
    if isEmpty { return self = other }
    var builder = JSONObjectBuilder(take())
    for member in other.members { builder.set(member.name, to: member.value) }
    self = builder.finish()
  }
}

extension JSONObject {
  var members: [Member] {
    switch storage {
    case .few(let members): members
    case .many(let members, _): members
    }
  }

  func position(of name: String) -> Int? {
    switch storage {
    case .few(let members): Self.find(name, in: members)
    case .many(_, let index): index[ExactString(name)]
    }
  }

  /// Removes in one pass, since to remove a thousand one by one would cost a thousand passes.
  mutating func removeMembers(where isRemoved: (_ name: String) -> Bool) {
    var builder = JSONObjectBuilder(take())
    builder.removeMembers(where: isRemoved)
    self = builder.finish()
  }

  @inline(__always)
  static func find(_ name: String, in members: [Member]) -> Int? {
    var at = 0
    while at < members.count {
      if members[at].name.isIdentical(to: name) { return at }
      at += 1
    }
    return nil
  }

  private mutating func set(_ name: String, to value: JSONValue) {
    var builder = JSONObjectBuilder(take())
    builder.set(name, to: value)
    self = builder.finish()
  }

  /// Leaves the object empty, so that what is taken has one owner and changes in place.
  mutating func take() -> JSONObject {
    let taken = self
    storage = .few([])
    return taken
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}
