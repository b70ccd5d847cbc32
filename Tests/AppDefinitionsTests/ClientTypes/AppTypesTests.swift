import JSON
import Testing

@testable import ClientTypes

@Suite("Client types of an app")
struct AppTypesTests {
  static let schema: JSONValue = [
    "$id": "/v1/apps/ice-kiosk/schema?version=3",
    "$defs": [
      "navigate.pop": ["type": "object"],
      "action.add": [
        "type": "object", "required": ["type", "n"],
        "properties": [
          "type": ["const": "add"], "n": ["type": "integer", "description": "The number"], "target": ["type": "string"],
        ],
      ],
      "action.undeclared": ["type": "object", "properties": ["type": ["const": "undeclared"]], "required": ["type"]],
      "params.dish": [
        "type": "object", "required": ["id"], "additionalProperties": false,
        "properties": ["id": ["type": "string"], "in": ["enum": ["s", "2 l"]]],
      ],
      "screen.dish": [
        "title": "A dish", "description": "Ends */ here\nand there",
        "properties": ["state": ["default": ["open": true, "count": 0, "share": 0.0]]],
      ],
      "params.home": ["type": "object"], "screen.home": ["properties": ["state": ["default": [:]]]],
      "data": ["default": ["guests": 1]],
      "outputs": [
        "type": "object", "properties": ["ordered": ["const": nil], "paid": ["type": "number"]],
        "additionalProperties": false,
      ],
    ],
  ]

  @Test("The TypeScript types of an app are one interface")
  func typeScript() throws {
    #expect(
      try AppTypes(schema: Self.schema).typeScript == #"""
        /** Navigation of the app "ice-kiosk", version 3. */
        export interface IceKiosk {
          routes: {
            /** A dish: Ends *\/ here and there */
            dish: { id: string; in?: "s" | "2 l" }
            home: {}
          }
          actions: {
            add: {
              /** The number */
              n: number
            }
            undeclared: {}
          }
          data: { guests: number }
          states: { dish: { open: boolean; count: number; share: number } }
          outputs: {
            ordered: null
            paid: number
          }
        }

        """#)
  }

  @Test("The Swift types of an app are structures and enumerations")
  func swift() throws {
    let text = try AppTypes(schema: Self.schema).swift
    for part in Self.swiftParts { #expect(text.contains(part), "\(text)") }
  }

  private static let swiftParts = [
    #"""
    /// Navigation of the app "ice-kiosk", version 3.
    enum IceKiosk {
      static let app = "ice-kiosk"
      static let version = 3

      /// The params of "dish". A dish: Ends */ here and there
      struct Dish: Codable, Hashable, Sendable {
        static let route = "dish"
        var id: String
        var `in`: In?

        enum In: String, Codable, Hashable, Sendable {
          case s
          case value2L = "2 l"
        }

        struct State: Codable, Hashable, Sendable {
          var open: Bool
          var count: Int
          var share: Double
        }
      }
    """#,
    """
        case add(n: Int)
        case undeclared([String: JSONValue] = [:])
    """,
    """
          case .add(let n):
            try members.encode("add", forKey: "type")
            try members.encode(n, forKey: "n")
    """,
    """
          case "ordered": self = .ordered
          case "paid": self = .paid(try members.decode(Double.self, forKey: "value"))
          case let name: self = .other(name)
    """,
  ]

  @Test("The TypeScript outputs of compiled reducers are an index signature")
  func otherOutputs() throws {
    let schema: JSONValue = ["$id": "/v1/apps/list/schema?version=1", "$defs": [:]]
    #expect(try AppTypes(schema: schema).typeScript.contains("outputs: {\n    [name: string]: unknown\n  }"))
  }

  @Test(
    "Only the schema of an app is accepted", arguments: [#"{}"#, #"{"$id": "/v1/apps/a/graph", "$defs": {}}"#, #"[]"#])
  func otherDocument(text: String) throws {
    let document = try JSONValue(parsing: text)
    #expect(throws: NoAppSchema.self) { try AppTypes(schema: document) }
  }

  @Test("Generated Swift names are unique within their scope")
  func names() {
    var names = SwiftNames()
    #expect(
      ["string", "a-b", "a b", "7", "", "String"].map { names.type($0) } == [
        "String2", "AB", "AB2", "Value7", "Value", "String3",
      ])
    #expect(["in", "a-b", "aB", "_", "7"].map { names.member($0) } == ["in", "aB", "aB2", "value", "value7"])
    #expect(SwiftWriter.literal("a\"\\(x)\u{1}") == #""a\"\\(x)\u{1}""#)
  }
}
