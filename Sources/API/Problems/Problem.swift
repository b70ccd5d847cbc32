import HTTP
import JSON
import Navigation

/// An error response (RFC 9457).
struct Problem: Error, Sendable {
  let status: Int
  /// The code of the problem's kind, as in `/problems/{code}`.
  let code: String
  /// An explanation: the error, the rejected value and a valid alternative.
  let detail: String
  var faults: [Fault] = []
  /// Seconds to wait before a retry.
  var retryAfter: Int?
  /// Whether another node was first, so that the request is decided again.
  var isOvertaken = false
  var allowed: [Method]?
  /// The content coding that is accepted (RFC 9110 §15.5.16).
  var acceptedCoding: String?

  init(_ status: Int, _ code: String, _ detail: String, retryAfter: Int? = nil) {
    self.status = status
    self.code = code
    self.detail = detail
    self.retryAfter = retryAfter
  }

  /// The problem as a JSON document.
  ///
  /// - Parameter instance: The requested path.
  func document(instance: String, requestID: String) -> [UInt8] {
    var json = JSONWriter(capacity: 256 + detail.utf8.count)
    json.append("{\"type\":", string: "/problems/\(code)")
    json.append(",\"title\":", string: title)
    json.append(",\"status\":", integer: status)
    json.append(",\"detail\":", string: detail)
    json.append(",\"code\":", string: code)
    if let canonical = ProblemKind.canonicalCode(of: code) { json.append(",\"sameAs\":", string: canonical) }
    json.append(",\"instance\":", string: instance)
    json.append(",\"requestId\":", string: requestID)
    json.append(",\"errors\":")
    json.append(list: faults) { json, fault in
      json.append("{\"pointer\":", string: fault.pointer.text)
      json.append(",\"detail\":", string: fault.detail)
      if let screen = fault.screen { json.append(",\"screen\":", string: screen) }
      json.append("}")
    }
    json.append("}")
    return json.bytes
  }

  /// The code in the document of a problem; nil: the content is no such document. A stored response has only its bytes.
  static func code(in document: [UInt8]) -> String? {
    do throws(JSONError) { return try JSONValue(parsing: document)["code"]?.stringValue } catch { return nil }
  }

  private var title: String { ProblemKind.title(of: code) }

  func response(instance: String, requestID: String) -> Response {
    var response = Response(
      status: status, contentType: "application/problem+json",
      body: document(instance: instance, requestID: requestID))
    if let retryAfter { response.fields.append("Retry-After", String(retryAfter)) }
    if let allowed { response.fields.append("Allow", allowed.map(\.rawValue).joined(separator: ", ")) }
    if let acceptedCoding { response.fields.append("Accept-Encoding", acceptedCoding) }
    if status == 401 {
      // RFC 6750 §3.1.
      let reason = code == "token-expired" || code == "bad-jwt" ? " error=\"invalid_token\"" : ""
      response.fields.append("WWW-Authenticate", "Bearer\(reason)")
    }
    return response
  }
}
