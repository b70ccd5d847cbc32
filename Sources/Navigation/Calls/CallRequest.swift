import JSON

/// A request to another server, as a step has filled it in.
public struct CallRequest: Sendable, Equatable {
  /// GET, POST, PUT, PATCH or DELETE.
  public let method: String
  /// The URL: `http` or `https`, of visible ASCII characters.
  public let url: String
  /// The header fields besides those of the server, in order: `Name: value`.
  public let fields: [String]
  /// The content; nil: none.
  public let body: [UInt8]?
  /// The milliseconds for a complete answer.
  public package(set) var timeout: Int64

  /// Creates a request.
  public init(method: String, url: String, fields: [String] = [], body: [UInt8]? = nil, timeout: Int64) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
    self.timeout = timeout
  }

  /// The methods that a definition can name.
  package static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
  /// The range of timeouts in milliseconds.
  package static let timeouts: ClosedRange<Int64> = 1...60_000
  /// The timeout when the definition has none, in milliseconds.
  package static let standardTimeout: Int64 = 10_000
  /// The time for all attempts when the definition has none, and the longest: a day, in milliseconds.
  package static let longestDeadline: Int64 = 86_400_000
  /// The range of attempts.
  package static let attempts: ClosedRange<Int64> = 1...8
  /// The header fields that the server sets.
  package static let reservedFields: Set = [
    "host", "content-length", "transfer-encoding", "connection", "expect", "te", "trailer", "upgrade", "user-agent",
    "idempotency-key",
  ]

  static let longestURL = 2_048
  static let longestFields = 8_192
  static let longestBody = 65_536

  /// The host and the port in the URL, in lower case; empty for a malformed URL.
  package var authority: String {
    guard let start = url.firstRange(of: "://")?.upperBound else { return "" }
    return url[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
  }

  /// Whether the name can be that of a header field (RFC 9110 §5.6.2).
  package static func isFieldName(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
