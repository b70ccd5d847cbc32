import JSON
import Testing

@Suite("Schemas of types with synthesised conversion")
struct SchemaTests {
  struct Cart: Codable, JSONConvertible {
    var items: [Item]
    var note: String?
    var theme: Theme
    var count: UInt8
    var prices: [String: Double]
    var isPaid: Bool?
    var delivery: Address?
  }

  struct Item: Codable {
    var id: Int
    var parts: [Item]
  }

  struct Address: Codable { var city: String }

  enum Theme: String, Codable, CaseIterable { case light, dark }

  @Test("A schema has the types of the members and lists the required ones")
  func members() throws {
    let schema = try #require(Cart.jsonSchema)
    #expect(
      schema["properties"]?.text == """
        {"items":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"},"parts":{"type":"array",\
        "items":{}}},"required":["id","parts"],"additionalProperties":false}},"theme":{"enum":["light","dark"]},\
        "count":{"type":"integer","minimum":0,"maximum":255},"prices":{"type":"object","additionalProperties":\
        {"type":"number"}},"note":{"type":"string"},"isPaid":{"type":"boolean"},"delivery":{"type":"object",\
        "properties":{"city":{"type":"string"}},"required":["city"],"additionalProperties":false}}
        """)
    #expect(schema["required"] == ["items", "theme", "count", "prices"])
    #expect(schema["additionalProperties"] == false)
  }

  struct Percentage: Codable, JSONDescribed {
    var value: Int
    static let schema: JSONValue = ["type": "integer", "minimum": 0, "maximum": 100]
    static let example = Percentage(value: 50)
  }

  struct Progress: Codable, JSONConvertible { var done: Percentage }

  @Test("The schema of a member is the one that its type declares")
  func described() {
    #expect(Progress.jsonSchema?["properties"]?["done"] == Percentage.schema)
  }

  enum Phase: Codable {
    case idle
    case boiling(since: Int, note: String?)
  }

  struct Machine: Codable, JSONConvertible { var phase: Phase }

  @Test("No schema is derived from an enum with associated values")
  func underivable() {
    #expect(Machine.jsonSchema == nil)
  }

  @Test("The schema of an enum case has the types of its associated values")
  func cases() {
    let boiling = JSONSchema.ofCase("boiling", in: Phase.self)
    #expect(boiling?.required == ["since": ["type": "integer"]])
    #expect(boiling?.optional == ["note": ["type": "string"]])
    #expect(JSONSchema.ofCase("idle", in: Phase.self)?.required == [:])
    #expect(JSONSchema.ofCase("dark", in: Theme.self)?.required == [:])
  }
}
