import Foundation
import JSON

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The means by which a client sends its requests.
///
/// ``URLSessionTransport`` is the default. Another one can add headers, record requests, or inject faults in tests.
public protocol NavstateTransport: Sendable {
  /// Sends a request and returns the whole response.
  ///
  /// - Throws: Any error when no complete response arrived. The request may have been carried out.
  func send(_ request: URLRequest) async throws -> HTTPReply

  /// Sends a request and returns the response with its body as it arrives.
  ///
  /// The end of the iteration, or its cancellation, closes the connection.
  func stream(_ request: URLRequest) async throws -> (HTTPReply, AsyncThrowingStream<Data, any Error>)
}

/// A response: its status, its header fields and its body.
public struct HTTPReply: Sendable {
  /// The status code.
  public let status: Int
  /// The header fields, with names in lower case.
  public let fields: [String: String]
  /// The body; empty if it is streamed.
  public let body: Data

  /// Creates a response.
  public init(status: Int, fields: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  init(_ response: HTTPURLResponse, body: Data = Data()) {
    var fields: [String: String] = [:]
    for (name, value) in response.allHeaderFields { fields["\(name)".lowercased()] = "\(value)" }
    self.init(status: response.statusCode, fields: fields, body: body)
  }

  var isSuccess: Bool { (200...299).contains(status) }

  /// The body as JSON; nil if it is not.
  var json: JSONValue? {
    do throws(JSONError) { return try JSONValue(parsing: Array(body), maximumDepth: 2_048) } catch { return nil }
  }
}
