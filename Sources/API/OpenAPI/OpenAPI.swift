import HTTP
import JSON
import Navigation

/// The table of routes as an OpenAPI 3.1 document.
struct OpenAPI {
  let routes: [HTTP.Route<Endpoint>]
  /// The apps whose actions are included.
  let apps: [App]

  var json: JSONObject {
    [
      "openapi": "3.1.0",
      "info": [
        "title": "Navstate", "version": "1", "description": "A server for the navigation state of apps.",
        "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": "/"]],
      "paths": .object(paths),
      "components": [
        "schemas": .object(schemas),
        "responses": .object(Self.everywhere),
        "securitySchemes": [
          "token": [
            "type": "http", "scheme": "bearer",
            "description":
              "A session's own token, an app's key, an operator's token, or the admin's. Only where the server requires tokens.",
          ]
        ],
      ],
      "x-problems": .array(Self.problems),
    ]
  }

  /// All problems by area, in an extension of the document.
  private static var problems: [JSONValue] {
    ProblemKind.areas.map { area in
      ["title": .string(area.title), "problems": .array(area.kinds.map { .object($0.json) })]
    }
  }

  private var paths: JSONObject {
    var paths: [(template: String, item: JSONObject)] = []
    for route in routes {
      let method = route.method.rawValue.lowercased()
      if let index = paths.firstIndex(where: { $0.template == route.template }) {
        paths[index].item[method] = .object(Self.operation(route))
      } else {
        var item: JSONObject = [:]
        let named = Self.names(in: route.template).map { Self.parameter(.inPath($0), in: "path") }
        if !named.isEmpty { item["parameters"] = .array(named) }
        item[method] = .object(Self.operation(route))
        paths.append((route.template, item))
      }
    }
    return JSONObject(paths.map { ($0.template, .object($0.item)) })
  }

  static func names(in template: String) -> [String] {
    template.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  private static func operation(_ route: HTTP.Route<Endpoint>) -> JSONObject {
    let operation = route.endpoint.documented
    var json: JSONObject = ["operationId": .string(operation.id), "summary": .string(operation.summary)]
    let detail = [operation.detail, token(route.endpoint)].filter { !$0.isEmpty }.joined(separator: " ")
    if !detail.isEmpty { json["description"] = .string(detail) }
    json["tags"] = [.string(tag(of: route.template))]
    if route.endpoint.access != .open { json["security"] = [[:], ["token": []]] }
    let fields = operation.fields + (route.endpoint.recordsResponse ? [.key] : [])
    let parameters = operation.query.map { parameter($0, in: "query") } + fields.map { parameter($0, in: "header") }
    if !parameters.isEmpty { json["parameters"] = .array(parameters) }
    if let body = operation.body { json["requestBody"] = requestBody(body) }
    json["responses"] = .object(responses(route))
    return json
  }

  private static func token(_ endpoint: Endpoint) -> String {
    let holders: [String] =
      switch endpoint.access {
      case .open: []
      case .session where endpoint.role > .watch: ["the session's with the role \(roles(from: endpoint.role))"]
      case .session: ["the session's"]
      case .listening: ["the session's or its ticket"]
      case .creation: ["a key of the app or a JWT"]
      case .app: ["a key of the app"]
      case .agent: ["a session's, a key of an app or a JWT"]
      case .admin: []
      }
    guard endpoint.access != .open else { return "" }
    let scopes = endpoint.scopes.names.map { "`\($0)`" }.joined(separator: " or ")
    let all = holders + (scopes.isEmpty ? [] : ["an operator's with \(scopes)"]) + ["the admin's"]
    return "Token: \(all.joined(separator: ", "))."
  }

  private static func roles(from least: TokenRole) -> String {
    TokenRole.allCases.filter { $0 >= least }.map { "`\($0.rawValue)`" }.joined(separator: " or ")
  }

  static func tag(of template: String) -> String {
    if template.hasPrefix(Endpoint.byKeyTemplate) { return "sessions-by-key" }
    let segments = template.split(separator: "/")
    guard segments.first == "v1" else { return segments.first == "mcp" ? "agents" : "server" }
    return String(segments[1])
  }

  private static func parameter(_ parameter: Operation.Parameter, in place: String) -> JSONValue {
    var json: JSONObject = [
      "name": .string(parameter.name), "in": .string(place), "required": .bool(parameter.isRequired),
      "description": .string(parameter.detail), "schema": .object(parameter.schema.json),
    ]
    if let example = parameter.example { json["example"] = example }
    return .object(json)
  }

  private static func requestBody(_ body: Operation.Body) -> JSONValue {
    var media: JSONObject = ["schema": .object(body.schema.json)]
    if let example = body.example { media["example"] = example }
    return ["required": .bool(body.isRequired), "content": .object(JSONObject([(body.content.name, .object(media))]))]
  }
}

// The responses.
extension OpenAPI {
  private static func responses(_ route: HTTP.Route<Endpoint>) -> JSONObject {
    let endpoint = route.endpoint
    let added = endpoint.recordsResponse ? ["Idempotency-Replayed"] : []
    var responses = JSONObject(endpoint.documented.answers.map { (String($0.status), response($0, adding: added)) })
    let own = ProblemKind.possible(at: route)
    for status in Set((own + ProblemKind.everywhere).flatMap(\.statuses)).sorted() {
      let isOwn = own.contains { $0.statuses.contains(status) }
      let former = responses[String(status)]
      responses[String(status)] =
        isOwn || former != nil
        ? problem(own + ProblemKind.everywhere, status).adding(contentOf: former)
        : ["$ref": .string("#/components/responses/\(name(status))")]
    }
    return responses
  }

  /// The responses common to all routes, by status.
  private static var everywhere: JSONObject {
    JSONObject(
      Set(ProblemKind.everywhere.flatMap(\.statuses)).sorted().map { (name($0), problem(ProblemKind.everywhere, $0)) })
  }

  private static func name(_ status: Int) -> String { "Problem.\(status)" }

  private static func problem(_ kinds: [ProblemKind], _ status: Int) -> JSONValue {
    var seen: Set<String> = []
    let codes = kinds.filter { $0.statuses.contains(status) && seen.insert($0.code).inserted }.map { "`\($0.code)`" }
    return problem(codes.joined(separator: ", "))
  }

  private static func response(_ writer: Operation.Reply, adding fields: [String]) -> JSONValue {
    var json: JSONObject = ["description": .string(writer.detail)]
    let fields = writer.fields + fields
    if !fields.isEmpty {
      json["headers"] = .object(
        JSONObject(fields.map { ($0, ["description": .string(meaning(of: $0)), "schema": ["type": "string"]]) }))
    }
    if !writer.contents.isEmpty {
      json["content"] = .object(
        JSONObject(writer.contents.map { ($0.0.name, ["schema": .object($0.1.json)]) }))
    }
    return .object(json)
  }

  private static func meaning(of field: String) -> String {
    switch field {
    case "ETag": "The revision of a session, in quotes; for other resources an opaque tag"
    case "Location": "The session's path"
    case "Mcp-Session-Id": "The id of the MCP session, which later requests send"
    case "Idempotency-Replayed": "`true`: the stored response to an earlier request with the same key"
    default: preconditionFailure("\(field) has no description")
    }
  }

  private static func problem(_ detail: String) -> JSONValue {
    [
      "description": .string(detail),
      "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
    ]
  }
}

extension JSONValue {
  /// The response of a status that has two causes, and a media type for each.
  fileprivate func adding(contentOf other: JSONValue?) -> JSONValue {
    guard let other, var content = self["content"]?.objectValue, case .object(var response) = self else { return self }
    content.merge(other["content"]?.objectValue ?? [:])
    response["content"] = .object(content)
    return .object(response)
  }
}

extension ProblemKind {
  /// The problems possible at a route, except those common to all routes, each kind once, those of its own first.
  static func possible(at route: HTTP.Route<Endpoint>) -> [ProblemKind] {
    let (endpoint, operation) = (route.endpoint, route.endpoint.documented)
    var shared: [ProblemKind] = []
    if endpoint.access != .agent {
      if let body = operation.body, body.content == .json { shared += Self.body }
      if endpoint.isOfSession { shared += session }
      if route.method.writes { shared += storage }
    }
    var own: [ProblemKind] = (shared + operation.problems).reversed()
    if endpoint.access != .open { own += ["no-token", "not-allowed", "token-expired"] }
    if endpoint.recordsResponse {
      own += ["bad-idempotency-key", "idempotency-key-in-progress", "idempotency-key-reused"]
    }
    var seen: Set<String> = []
    return own.filter { seen.insert($0.code).inserted }
  }
}
