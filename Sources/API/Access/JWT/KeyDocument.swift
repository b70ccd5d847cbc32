import Dispatch
import JSON
import Webhooks

/// A JSON document of an issuer.
package struct KeyDocument: Sendable {
  let json: JSONValue
  /// The time for which it may be kept, in milliseconds; nil: the issuer does not say.
  let maxAge: Int64?

  package init(json: JSONValue, maxAge: Int64?) {
    self.json = json
    self.maxAge = maxAge
  }

  /// Fetches a document.
  package typealias Fetch = @Sendable (_ url: String) async throws(DocumentError) -> KeyDocument

  private static let longest = 262_144

  /// Fetches a document by the client of webhooks, on a thread that may wait for it.
  package static let fetch: Fetch = { url throws(DocumentError) in
    guard KeySource.mayFetch(url) else {
      throw DocumentError("`\(url.prefix(200))` must begin with https://, or with http:// and a loopback address")
    }
    let response = await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          returning: Result { () throws(DocumentError) in
            try DocumentRequest(url: url, fields: ["Accept: application/json"], longest: longest, timeout: 10_000)
              .response()
          })
      }
    }
    let (status, content, cacheControl) = try response.get()
    guard status == 200 else { throw DocumentError("\(url) answered with the status \(status)") }
    do throws(JSONError) {
      return KeyDocument(json: try JSONValue(parsing: content), maxAge: maxAge(in: cacheControl))
    } catch {
      throw DocumentError("\(url) is not JSON: \(error)")
    }
  }

  /// The directive `max-age` (RFC 9111 §5.2.2.1) in milliseconds.
  static func maxAge(in cacheControl: String?) -> Int64? {
    let directives = (cacheControl ?? "").lowercased().split(separator: ",").map { $0.filter { $0 != " " } }
    let age = directives.first { $0.hasPrefix("max-age=") }.flatMap { Int64($0.dropFirst(8)) }
    return age.map { min($0, 1_000_000_000) * 1_000 }
  }
}
