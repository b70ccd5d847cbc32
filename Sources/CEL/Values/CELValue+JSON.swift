import JSON

extension CELValue {
  /// Converts a JSON value without a copy of its parts. An integer becomes an int, any other number a double.
  package init(_ json: JSONValue) {
    switch json {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .int(value)
    case .number(let value): self = .double(value)
    case .string(let value): self = .string(value)
    case .array(let elements): self = .list(.json(elements))
    case .raw: self = .list(.json(json.arrayValue ?? []))
    case .object(let members): self = .map(.json(members))
    }
  }

  /// The value as JSON.
  ///
  /// Keys of maps, timestamps, durations and types become strings, and so do the doubles that JSON lacks: `"NaN"`,
  /// `"Infinity"`, `"-Infinity"`.
  package var json: JSONValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .integer(value)
    case .double(let value): value.isFinite ? .number(value) : .string(value.celText)
    case .string(let value): .string(value)
    case .list(.json(let elements)): .array(elements)
    case .list(.values(let values)): .array(values.map(\.json))
    case .map(.json(let members)): .object(members)
    case .map(.entries(let entries)): .object(JSONObject(entries.pairs.map { ($0.key.text, $0.value.json) }))
    case .timestamp(let value): .string(value.description)
    case .duration(let value): .string(value.description)
    case .type(let kind): .string(kind.typeName)
    }
  }

  /// The value inside a longer text: its JSON text, or a string without its quotes.
  package var text: String {
    if case .string(let string) = json { string } else { json.text }
  }
}

extension Double {
  /// The shortest text of the number: `1000000`, `0.5`, `1e+21`, `NaN`, `-Infinity`.
  var celText: String {
    if isNaN { return "NaN" }
    if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
    let text = description
    if text.hasSuffix(".0") { return String(text.dropLast(2)) }
    return magnitude >= 1e16 && magnitude < 1e21 ? withoutExponent(text) : text
  }

  /// Writes a whole number below 10²¹ with all its digits: `1.5e+17` as `150000000000000000`.
  private func withoutExponent(_ text: String) -> String {
    let parts = text.split(separator: "e")
    let digits = parts[0].filter { $0 != "." && $0 != "-" }
    guard parts.count == 2, let exponent = Int(parts[1]), exponent + 1 >= digits.count else { return text }
    return (self < 0 ? "-" : "") + digits + String(repeating: "0", count: exponent + 1 - digits.count)
  }
}
