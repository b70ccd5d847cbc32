import JSON

// The bodies of requests and responses: their members, at any depth.
extension DocumentationPage {
  /// The members of a body, folded; empty if it has none.
  static func members(of body: Schema, _ title: String) -> String {
    guard !body.json.isEmpty else { return "" }
    let rows = rows(of: resolved(body.json))
    // A link in the summary would be a control in a control.
    return "<details class=\"members\"><summary>\(title)</summary><p>\(type(of: body.json))</p>"
      + (rows.isEmpty ? "" : "<table>\(rows.joined())</table>") + "</details>"
  }

  /// The objects that bodies refer to, each with its members.
  static var objects: String {
    let items = Schema.components.map { name, schema in
      let (rows, type) = (rows(of: schema.json), type(of: schema.json))
      return "<h3 id=\"object.\(name)\">\(name)</h3>"
        + (rows.isEmpty ? "<p>\(type)</p>" : "<table class=\"members\">\(rows.joined())</table>")
    }
    return "<section><h2 id=\"objects\">Objects</h2>\(items.joined())</section>"
  }

  private static let components = Dictionary(
    Schema.components.map { ($0.name, $0.schema.json) }, uniquingKeysWith: { first, _ in first })

  private static func resolved(_ json: JSONObject) -> JSONObject {
    name(in: json).flatMap { components[$0] } ?? json
  }

  /// The name of the component that a schema refers to.
  private static func name(in json: JSONObject) -> String? {
    json["$ref"]?.stringValue?.split(separator: "/").last.map(String.init)
  }

  /// The members of an object, or of the elements of a list. Those of components have their own tables.
  private static func rows(of json: JSONObject, in path: String = "") -> [String] {
    if let items = json["items"]?.objectValue { return rows(of: items, in: path + "[]") }
    let required = Set((json["required"]?.arrayValue ?? []).compactMap(\.stringValue))
    return (json["properties"]?.objectValue ?? [:]).flatMap { name, value -> [String] in
      let (member, place) = (value.objectValue ?? [:], path.isEmpty ? name : "\(path).\(name)")
      let text = [required.contains(name) ? "" : "optional", member["description"]?.stringValue ?? ""]
      let row =
        "<tr><th><code>\(Page.escaped(place))</code></th><td>\(type(of: member))</td>"
        + "<td>\(Page.text(text.filter { !$0.isEmpty }.joined(separator: ". ")))</td></tr>"
      return [row] + rows(of: member, in: place)
    }
  }

  /// The type of a value, with links to components.
  private static func type(of json: JSONObject) -> String {
    if let name = name(in: json) {
      return components[name] == nil ? Page.escaped(name) : "<a href=\"#object.\(name)\">\(name)</a>"
    }
    if let value = json["const"] { return code(value) }
    if let values = json["enum"]?.arrayValue {
      let text = values.map(code).joined(separator: " or ")
      return values.count > 5 ? "<span class=many>\(text)</span>" : text
    }
    if let forms = (json["anyOf"] ?? json["oneOf"])?.arrayValue {
      return forms.map { type(of: $0.objectValue ?? [:]) }.joined(separator: " or ")
    }
    let names = json["type"].map { $0.arrayValue ?? [$0] } ?? []
    let text = names.compactMap(\.stringValue).joined(separator: " or ") + limits(json)
    if let element = json["items"]?.objectValue { return "\(text) of \(type(of: element))" }
    if let value = json["additionalProperties"]?.objectValue { return "\(text) of \(type(of: value))" }
    return text.isEmpty ? "any value" : text
  }

  private static func code(_ value: JSONValue) -> String { "<code>\(Page.escaped(value.text))</code>" }

  private static func limits(_ json: JSONObject) -> String {
    var limits = json["format"]?.stringValue.map { [$0] } ?? []
    if let least = json["minimum"] { limits.append("from \(least.text)") }
    if let most = json["maximum"], most != .integer(.max) { limits.append("to \(most.text)") }
    if let most = json["maxLength"] { limits.append("at most \(most.text) characters") }
    if let standard = json["default"] { limits.append("default \(Page.escaped(standard.text))") }
    return limits.isEmpty ? "" : " (\(limits.joined(separator: ", ")))"
  }
}
