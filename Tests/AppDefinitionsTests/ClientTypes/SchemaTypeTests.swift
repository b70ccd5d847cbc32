import JSON
import Testing

@testable import ClientTypes

@Suite("Types of JSON Schemas")
struct SchemaTypeTests {
  @Test(
    "A JSON Schema is written as a TypeScript type",
    arguments: [
      (#"{}"#, "unknown"), (#"{"type": "string"}"#, "string"), (#"{"type": "integer", "minimum": 1}"#, "number"),
      (#"{"type": "number"}"#, "number"), (#"{"type": "boolean"}"#, "boolean"), (#"{"type": "null"}"#, "null"),
      (#"{"type": ["string", "null"]}"#, "string | null"), (#"{"type": ["string", "integer"]}"#, "string | number"),
      (#"{"enum": ["s", "m", "s", 1, null]}"#, #""s" | "m" | 1 | null"#), (#"{"enum": [[1]]}"#, "unknown"),
      (#"{"const": "order"}"#, #""order""#), (#"{"type": "array"}"#, "unknown[]"),
      (#"{"type": "array", "items": {"enum": [1, 2]}}"#, "(1 | 2)[]"),
      (#"{"type": "array", "items": {"type": "array", "items": {"type": "string"}}}"#, "string[][]"),
      (#"{"type": "object"}"#, "{ [name: string]: unknown }"),
      (#"{"type": "object", "properties": {}, "additionalProperties": false}"#, "{}"),
      (#"{"type": "object", "additionalProperties": {"type": "string"}}"#, "{ [name: string]: string }"),
      (
        #"{"type": "object", "properties": {"a": {"type": "string"}, "b-c": {}}, "required": ["a"]}"#,
        #"{ a: string; "b-c"?: unknown }"#
      ),
      (#"{"anyOf": [{"type": "string"}, {"type": "null"}, {"type": "string"}]}"#, "string | null"),
      (##"{"$ref": "#/$defs/a"}"##, "unknown"),
    ])
  func typeScript(schema: String, type: String) throws {
    let field = ClientField(name: "x", type: ClientType(schema: try JSONValue(parsing: schema)))
    #expect(TypeScriptWriter.member(field, indent: 0) == "x: \(type)")
  }

  @Test(
    "A JSON Schema is written as a Swift type",
    arguments: [
      (#"{}"#, "JSONValue"), (#"{"type": "integer"}"#, "Int"), (#"{"type": "number"}"#, "Double"),
      (#"{"type": "boolean"}"#, "Bool"), (#"{"enum": ["s"]}"#, "X"), (#"{"enum": [1, 2]}"#, "Int"),
      (#"{"enum": [1, 2.5]}"#, "Double"), (#"{"enum": ["a", 1]}"#, "JSONValue"), (#"{"const": true}"#, "Bool"),
      (#"{"type": "array", "items": {"type": "string"}}"#, "[String]"),
      (#"{"type": "object", "additionalProperties": {"type": "integer"}}"#, "[String: Int]"),
      (#"{"type": "object", "properties": {"a": {}}}"#, "X"), (#"{"type": ["string", "null"]}"#, "String?"),
      (#"{"anyOf": [{"type": "string"}, {"type": "integer"}]}"#, "JSONValue"),
    ])
  func swift(schema: String, type: String) throws {
    var scope = SwiftScope(depth: 0)
    #expect(scope.type(ClientType(schema: try JSONValue(parsing: schema)), named: "x") == type)
  }

  @Test(
    "The type of data is what the schema says, and otherwise that of the initial value, whose members stay",
    arguments: [
      (#"{"default": {"n": 1}}"#, "{ n: number }"),
      (#"{"properties": {"n": {"type": "string"}}, "default": {"n": "", "m": []}}"#, "{ n: string; m: unknown[] }"),
      (
        #"{"properties": {"a": {"type": ["string", "null"]}, "b": {"enum": ["x", "y"]}}, "default": {"a": null}}"#,
        #"{ a: string | null; b?: "x" | "y" }"#
      ),
      (
        #"{"properties": {"a": {"properties": {"b": {"type": "integer"}}}}, "default": {"a": {"b": 1, "c": true}}}"#,
        "{ a: { b: number; c: boolean } }"
      ),
      (#"{"type": "array", "items": {"type": "string"}, "default": []}"#, "string[]"), (#"{}"#, "unknown"),
    ])
  func data(schema: String, type: String) throws {
    let field = ClientField(name: "x", type: ClientType(ofValue: try JSONValue(parsing: schema)))
    #expect(TypeScriptWriter.member(field, indent: 0) == "x: \(type)")
  }

  @Test("The type of an initial value leaves nulls, elements and empty objects open")
  func initialValue() {
    let type = ClientType(ofInitial: ["user": nil, "seats": 4, "cart": ["items": [1], "open": true], "rest": [:]])
    let field = ClientField(name: "data", type: type)
    #expect(
      TypeScriptWriter.member(field, indent: 0) == """
        data: {
          user: unknown
          seats: number
          cart: { items: unknown[]; open: boolean }
          rest: { [name: string]: unknown }
        }
        """)
  }
}
