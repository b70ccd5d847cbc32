import HTTP
import JSON

/// An example of a request, for a shell with curl and for JavaScript.
///
/// `N` is the address of the server, `ID` that of a session and `TOKEN` the token, in both languages.
struct RequestExample {
  private let method: String
  private let path: String
  private let hasToken: Bool
  private let body: Operation.Body?
  private let content: Endpoint.Content?

  init(_ route: HTTP.Route<Endpoint>) {
    let operation = route.endpoint.operation
    method = route.method.rawValue
    path = Self.path(route.template) + Self.query(operation)
    hasToken = route.endpoint.access != .open
    body = operation.body.flatMap { $0.example == nil && !$0.isRequired ? nil : $0 }
    content = operation.answers.first?.contents.first?.0
  }

  private static func path(_ template: String) -> String {
    OpenAPI.names(in: template).reduce(template) { path, name in
      let example = Operation.Parameter.inPath(name).example.map(plain) ?? "$ID"
      return path.replacing("{\(name)}", with: example)
    }
  }

  private static func query(_ operation: Operation) -> String {
    let required = operation.query.filter(\.isRequired)
    guard !required.isEmpty else { return "" }
    return "?" + required.map { "\($0.name)=\($0.example.map(plain) ?? "")" }.joined(separator: "&")
  }

  private static func plain(_ value: JSONValue) -> String { value.stringValue ?? value.text }
}

// curl.
extension RequestExample {
  var curl: String {
    let verb = method == "GET" ? "" : " -X \(method)"
    let lines =
      ["curl -s\(content == .events ? "N" : "")\(verb) \"$N\(path)\""]
      + (hasToken ? [#"-H "Authorization: Bearer $TOKEN""#] : [])
      + (body.map { ["-H 'Content-Type: \($0.content.name)'", curlBody($0)] } ?? [])
    return lines.joined(separator: " \\\n  ")
  }

  private func curlBody(_ body: Operation.Body) -> String {
    guard let example = body.example else { return "--data-binary @session.ndjson" }
    return "-d '\(example.text.replacing("'", with: "'\\''").replacing("{id}", with: "'\"$ID\"'"))'"
  }
}

// JavaScript.
extension RequestExample {
  var javaScript: String {
    let address = "`${N}\(path.replacing("$ID", with: "${ID}"))`"
    if content == .events, path.hasPrefix("/v1/sessions/") { return events(address) }
    let options = (method == "GET" ? [] : ["method: \"\(method)\""]) + headers + (body.map { [scriptBody($0)] } ?? [])
    let block = options.isEmpty ? "" : ", {\n  \(options.joined(separator: ",\n  ")),\n}"
    return "const response = await fetch(\(address)\(block))\n\(result)"
  }

  /// An `EventSource` cannot send a token, and has a ticket instead.
  private func events(_ address: String) -> String {
    """
    const events = new EventSource(\(address.dropLast())?ticket=${TICKET}`)
    events.addEventListener("change", ({ data }) => console.log(JSON.parse(data)))
    """
  }

  private var headers: [String] {
    let token = hasToken ? ["Authorization: `Bearer ${TOKEN}`"] : []
    let fields = token + (body.map { ["\"Content-Type\": \"\($0.content.name)\""] } ?? [])
    switch fields.count {
    case 0: return []
    case 1: return ["headers: { \(fields[0]) }"]
    default: return ["headers: {\n    \(fields.joined(separator: ",\n    ")),\n  }"]
    }
  }

  private func scriptBody(_ body: Operation.Body) -> String {
    guard let example = body.example else { return "body: file" }
    return "body: JSON.stringify(\(Self.literal(example)))"
  }

  /// A JSON value as a literal of JavaScript, with spaces, and with names without quotes if possible.
  private static func literal(_ value: JSONValue) -> String {
    switch value {
    case .string("{id}"): return "ID"
    case .array(let elements): return "[\(elements.map(literal).joined(separator: ", "))]"
    case .object(let object):
      let members = object.names.map { name in
        let isPlain = name.wholeMatch(of: /[A-Za-z_]+/) != nil
        return "\(isPlain ? name : JSONValue.string(name).text): \(literal(object[name] ?? .null))"
      }
      return members.isEmpty ? "{}" : "{ \(members.joined(separator: ", ")) }"
    default: return value.text
    }
  }

  private var result: String {
    switch content {
    case .json?, .schema?: "const result = await response.json()"
    case nil: "console.log(response.status)"
    case .events?: "for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) console.log(chunk)"
    default: "const text = await response.text()"
    }
  }
}
