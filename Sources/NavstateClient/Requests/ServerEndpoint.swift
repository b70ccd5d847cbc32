import Foundation
import JSON

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The address of a server with a credential, and the requests to it.
struct ServerEndpoint: Sendable {
  let server: URL
  let token: String?
  let transport: any NavstateTransport

  /// A request to a path below the server's address.
  ///
  /// - Parameters:
  ///   - path: The percent-encoded path with its query, without a leading slash.
  ///   - timeout: The time without data after which the request fails, in seconds.
  func request(
    _ method: String, _ path: String, _ body: JSONObject? = nil, fields: [String: String] = [:],
    timeout: TimeInterval = 30
  ) throws(NavstateProblem) -> URLRequest {
    let base = server.absoluteString
    guard let url = URL(string: base + (base.hasSuffix("/") ? "" : "/") + path) else {
      throw NavstateProblem(code: "bad-address", "\(base) with the path \(path) is not a URL.")
    }
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
    request.httpMethod = method
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    if let body {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(JSONValue.object(body).bytes)
    }
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }

  /// Sends a request and returns the response, whatever its status.
  func send(_ request: URLRequest) async throws(NavstateProblem) -> HTTPReply {
    do {
      return try await transport.send(request)
    } catch {
      throw .noConnection(error)
    }
  }

  /// Sends a request and returns the JSON of the response, which is a success.
  func json(
    _ method: String, _ path: String, _ body: JSONObject? = nil, fields: [String: String] = [:]
  ) async throws(NavstateProblem) -> JSONValue {
    let reply = try await send(try request(method, path, body, fields: fields))
    guard reply.isSuccess else { throw NavstateProblem(reply) }
    guard let json = reply.json else { throw .badResponse("The response to \(method) \(path) is not JSON.") }
    return json
  }

  func with(token: String?) -> ServerEndpoint { ServerEndpoint(server: server, token: token, transport: transport) }

  /// A part of a path with all but unreserved characters encoded (RFC 3986 §2.3).
  static func encoded(_ part: String) -> String {
    let unreserved = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    return part.addingPercentEncoding(withAllowedCharacters: unreserved) ?? part
  }
}
