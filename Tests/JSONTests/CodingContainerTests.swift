import JSON
import TestSupport
import Testing

@Suite("Containers of the JSON coders")
struct CodingContainerTests {
  class Animal: Codable {
    var name: String
    init(name: String) { self.name = name }
  }

  final class Dog: Animal {
    var age = 3
    override init(name: String) { super.init(name: name) }
    private enum Keys: CodingKey { case age, toys, places }
    private enum Places: CodingKey { case bed }

    required init(from decoder: any Decoder) throws {
      let members = try decoder.container(keyedBy: Keys.self)
      age = try members.decode(Int.self, forKey: .age)
      var toys = try members.nestedUnkeyedContainer(forKey: .toys)
      while !toys.isAtEnd { if try !toys.decodeNil() { _ = try toys.decode(String.self) } }
      _ = try members.nestedContainer(keyedBy: Places.self, forKey: .places).decode(String.self, forKey: .bed)
      try super.init(from: members.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Keys.self)
      try members.encode(age, forKey: .age)
      var toys = members.nestedUnkeyedContainer(forKey: .toys)
      try toys.encode("ball")
      try toys.encodeNil()
      var places = members.nestedContainer(keyedBy: Places.self, forKey: .places)
      try places.encode("kitchen", forKey: .bed)
      try super.encode(to: members.superEncoder())
    }
  }

  @Test("Nested containers are encoded, and unknown members in them are rejected")
  func nest() throws {
    let json = try JSONValue(encoding: Dog(name: "Rex"))
    #expect(json.text == #"{"age":3,"toys":["ball",null],"places":{"bed":"kitchen"},"super":{"name":"Rex"}}"#)
    #expect(try json.decoded(as: Dog.self).name == "Rex")
    for place in ["places", "super"] {
      var members = try #require(json.objectValue)
      members[place]?.mergePatch(["more": 1])
      let error = #expect(throws: JSONMismatch.self) { try JSONValue.object(members).decoded(as: Dog.self) }
      #expect(error?.pointer == JSONPointer("/\(place)/more"))
    }
  }

  /// A value with properties of every kind.
  struct Everything: Codable, Equatable, JSONConvertible {
    var integers: [Int16?]
    var wide: [Int64]
    var numbers: [Double]
    var small: Float
    var texts: [String: String?]
    var byNumber: [Int: Bool]
    var any: JSONValue
    var inner: [Inner]
    var more: Inner?

    struct Inner: Codable, Equatable {
      var kind: Kind
      var pair: Set<UInt8>
    }

    enum Kind: Codable, Equatable {
      case none
      case some(Int, label: String)
    }
  }

  @Test("Random values are decoded from their own JSON")
  func random() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<500 {
      let value = Everything.random(&random)
      #expect(try Everything(json: value.json) == value)
      #expect(try Everything(json: JSONValue(parsing: value.json.text)) == value)
      #expect(try Everything(json: value.json).json.text == value.json.text)
    }
  }
}

extension CodingContainerTests.Everything {
  fileprivate static func random(_ random: inout SplitMix64) -> Self {
    func list<T>(_ make: (inout SplitMix64) -> T) -> [T] { (1..<random.upTo(5)).map { _ in make(&random) } }
    func dictionary<K: Hashable, T>(_ key: (Int) -> K, _ make: (inout SplitMix64) -> T) -> [K: T] {
      Dictionary(uniqueKeysWithValues: list { $0.upTo(9) }.enumerated().map { (key($0.offset), make(&random)) })
    }
    return Self(
      integers: list { $0.once(in: 3) ? nil : Int16(truncatingIfNeeded: $0.next()) },
      wide: list { Int64(bitPattern: $0.next()) }, numbers: list { Double($0.upTo(1_000)) / 8 },
      small: Float(random.upTo(100)) / 3, texts: dictionary({ "k\($0)" }) { $0.once(in: 2) ? "é\"\n" : nil },
      byNumber: dictionary({ $0 }) { $0.once(in: 2) }, any: random.once(in: 2) ? ["a": [1, nil]] : .null,
      inner: list(Inner.random), more: random.once(in: 2) ? nil : Inner.random(&random))
  }
}

extension CodingContainerTests.Everything.Inner {
  fileprivate static func random(_ random: inout SplitMix64) -> Self {
    Self(
      kind: random.once(in: 2) ? .none : .some(random.upTo(9), label: "x"),
      pair: [UInt8(random.upTo(255)), UInt8(random.upTo(255))])
  }
}
