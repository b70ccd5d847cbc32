/// The members of a JSON object, which keep their order.
///
/// Names are unique. A member that is set again keeps its position, so a text that is parsed and written has its
/// members in the original order. Two objects are equal when they have equal members in any order.
///
/// ```swift
/// var params: JSONObject = ["id": 7, "title": "Milk"]
/// params["done"] = false
/// params["title"] = nil
/// let id: Int = try params.value("id")
/// for (name, value) in params { print(name, value) }
/// ```
///
/// Up to 16 members are found by a linear search; a larger object has an index, so that building an object takes time
/// linear in its size.
///
/// ## Topics
///
/// ### Creating an object
/// - ``init(_:)``
/// - ``init(dictionaryLiteral:)``
///
/// ### Reading members
/// - ``subscript(name:)``
/// - ``value(_:as:)``
/// - ``names``
///
/// ### Combining objects
/// - ``merge(_:)``
/// - ``mergePatch(_:)``
public struct JSONObject: Sendable {
  struct Member: Sendable {
    var name: String
    var value: JSONValue
  }

  /// One word, so that the size of a `JSONValue` is that of its string.
  enum Storage: Sendable {
    case few([Member])
    indirect case many([Member], index: [ExactString: Int])
    /// The members of a long recorded change, which are not parsed yet.
    case raw(RawJSON)
  }

  /// The greatest number of members for which a linear search is faster than hashing a name.
  static let fewLimit = 16

  var storage: Storage

  /// Creates an empty object.
  public init() {
    storage = .few([])
  }

  /// Creates an object of `members`. A repeated name keeps the position of the first and the value of the last member.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    var builder = JSONObjectBuilder()
    builder.reserveCapacity(members.underestimatedCount)
    for (name, value) in members { builder.set(name, to: value) }
    self = builder.finish()
  }

  /// The number of members.
  public var count: Int { if case .raw(let raw) = storage { raw.names.count } else { members.count } }
  /// Whether there are no members.
  public var isEmpty: Bool { count == 0 }
  /// The names in order.
  public var names: [String] { if case .raw(let raw) = storage { raw.names } else { members.map(\.name) } }

  /// The member of that name; nil when it is absent. Setting nil removes it; setting a present name keeps its position.
  public subscript(name: String) -> JSONValue? {
    get {
      guard case .few(let members) = storage else { return valueInLarge(name) }
      guard let position = Self.find(name, in: members) else { return nil }
      return members[position].value
    }
    set {
      if let newValue {
        set(name, to: newValue)
      } else if position(of: name) != nil {
        removeMembers { $0.isIdentical(to: name) }
      }
    }
  }

  /// Adds all members of `other`. The values of `other` replace those of the same names.
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
    case .raw(let raw): raw.parsedMembers
    }
  }

  /// The member of an object with an index, or of one that is kept as its text.
  private func valueInLarge(_ name: String) -> JSONValue? {
    switch storage {
    case .few: nil
    case .many(let members, let index): index[ExactString(name)].map { members[$0].value }
    case .raw(let raw): raw[name]
    }
  }

  func position(of name: String) -> Int? {
    switch storage {
    case .few(let members): Self.find(name, in: members)
    case .many(_, let index): index[ExactString(name)]
    case .raw(let raw): Self.find(name, in: raw.parsedMembers)
    }
  }

  /// Removes members in one pass. Removing them one by one would take a pass for each.
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

  /// Returns the object and leaves an empty one, so that the result is uniquely referenced and changes in place.
  mutating func take() -> JSONObject {
    let taken = self
    storage = .few([])
    return taken
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object of `elements`; of a repeated name the last value wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements)
  }
}

extension JSONObject {
  /// Creates an object that is kept as its text.
  init(raw: RawJSON) {
    storage = .raw(raw)
  }

  /// The object with all members parsed.
  package var expanded: JSONObject { if case .raw(let raw) = storage { raw.parsedObject } else { self } }

  /// The text of an object that is kept as its text; nil: it is parsed.
  package var keptText: ArraySlice<UInt8>? { if case .raw(let raw) = storage { raw.bytes } else { nil } }

  /// Whether it is kept as its text.
  package var isRaw: Bool { keptText != nil }
}

extension JSONObject: JSONConvertible {
  /// Returns the object; throws when `json` is not one.
  public init(json: JSONValue) throws {
    guard let object = json.objectValue else { throw Self.mismatch("an object", json) }
    self = object
  }

  /// The object as a value.
  public var json: JSONValue { .object(self) }
}
