import JSON

/// A request or a notification of JSON-RPC 2.0.
struct RPCMessage: Sendable {
  /// The id of a request: a string or an integer; nil: it is a notification.
  let id: JSONValue?
  let method: String
  let params: JSONObject

  /// Creates a notification.
  init(method: String) { (id, self.method, params) = (nil, method, [:]) }

  /// - Returns: nil: it is a response, which no request of this server asked for.
  init?(_ json: JSONValue) throws(RPCError) {
    guard case .object(let members) = json else {
      throw .invalidRequest("A message must be one object, not a batch; it is \(json.kind).")
    }
    guard members["jsonrpc"]?.stringValue == "2.0" else {
      throw .invalidRequest("`jsonrpc` must be \"2.0\"; it is \(members["jsonrpc"]?.excerpt ?? "absent").")
    }
    if members["method"] == nil, members["result"] != nil || members["error"] != nil { return nil }
    guard let method = members["method"]?.stringValue else {
      throw .invalidRequest("`method` must be a string; it is \(members["method"]?.excerpt ?? "absent").")
    }
    switch members["id"] {
    case nil, .string?, .integer?: break
    case let id?: throw .invalidRequest("`id` must be a string or an integer; it is \(id.excerpt).")
    }
    let params = members["params"]
    guard let object = params == nil ? [:] : params?.objectValue else {
      throw .invalidRequest("`params` must be an object; it is \(params?.kind ?? "absent").")
    }
    (id, self.method, self.params) = (members["id"], method, object)
  }

  /// The response with a result.
  static func response(to id: JSONValue, _ result: JSONObject) -> [UInt8] {
    JSONValue.object(["jsonrpc": "2.0", "id": id, "result": .object(result)]).bytes
  }
}

/// An error of JSON-RPC 2.0.
struct RPCError: Error, Sendable {
  let code: Int64
  let message: String
  var data: JSONValue?

  /// The response to the request with the id; null for one whose id is not known.
  func response(to id: JSONValue) -> [UInt8] {
    var error: JSONObject = ["code": .integer(code), "message": .string(message)]
    error["data"] = data
    return JSONValue.object(["jsonrpc": "2.0", "id": id, "error": .object(error)]).bytes
  }

  /// The HTTP status in the revision without sessions.
  var status: Int {
    switch code {
    case Self.methodNotFoundCode: 404
    case Self.refusedCode: 200
    default: 400
    }
  }

  private static let methodNotFoundCode: Int64 = -32_601
  /// "Resource not found", of the range that servers may define.
  private static let refusedCode: Int64 = -32_002

  static func invalidRequest(_ message: String) -> RPCError { RPCError(code: -32_600, message: message) }
  static func methodNotFound(_ method: String) -> RPCError {
    RPCError(
      code: methodNotFoundCode,
      message: "There is no method \(JSONValue.string(method).excerpt) here; tools are called by `tools/call`.")
  }
  static func invalidParams(_ message: String) -> RPCError { RPCError(code: -32_602, message: message) }
  static func headerMismatch(_ message: String) -> RPCError { RPCError(code: -32_020, message: message) }

  static func unsupportedVersion(_ version: String, _ supported: [String]) -> RPCError {
    RPCError(
      code: -32_022,
      message: "The protocol version \(JSONValue.string(version).excerpt) is not supported; use one of "
        + supported.joined(separator: ", ") + ".",
      data: ["supported": .array(supported.map(JSONValue.string)), "requested": .string(String(version.prefix(80)))])
  }

  /// A request of the API was refused.
  static func refused(_ problem: Problem) -> RPCError {
    RPCError(
      code: refusedCode, message: problem.detail,
      data: [
        "status": .integer(Int64(problem.status)), "code": .string(problem.code), "detail": .string(problem.detail),
      ])
  }

  static func refused(_ refusal: Refusal) -> RPCError {
    RPCError(code: refusedCode, message: refusal.detail, data: .object(refusal.problem))
  }

  /// The problem with which a request of the API was refused.
  struct Refusal: Error {
    let problem: JSONObject
    var detail: String { problem["detail"]?.stringValue ?? "The request was refused." }
  }
}
