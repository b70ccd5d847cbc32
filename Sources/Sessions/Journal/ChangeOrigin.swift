import JSON
import Navigation
import Support

/// The cause of a change: an event of the server, or a request.
package struct ChangeOrigin: Sendable, Equatable {
  /// `timer`, `call`, `message`, or the id of a session or a job; nil: a client's request.
  package var actor: String?
  /// The credential of the request; nil: it had none, or no request asked for the change.
  package var by: Attribution?
  /// nil: no request asked for the change.
  package var requestID: RequestID?
  /// The span that the change is a part of; nil: it is not traced, or was read from the journal, which has none.
  package var span: TraceSpan?

  package init(actor: String? = nil, by: Attribution? = nil, requestID: RequestID? = nil, span: TraceSpan? = nil) {
    self.actor = actor
    self.by = by
    self.requestID = requestID
    self.span = span
  }

  /// The same cause with an actor.
  func with(actor: String?) -> ChangeOrigin {
    ChangeOrigin(actor: actor, by: by, requestID: requestID, span: span)
  }
}

/// The id of a request.
package enum RequestID: Sendable, Equatable {
  case generated(UInt64)
  /// The client's own: 1 to 128 printable characters of ASCII.
  case sent(String)

  package var text: String {
    switch self {
    case .generated(let bits):
      let digits = String(bits, radix: 16)
      return "r_" + String(repeating: "0", count: 16 - digits.count) + digits
    case .sent(let text): return text
    }
  }

  /// The text of an archive or a header field; nil when it cannot be an id.
  package init?(_ text: String) {
    guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    let digits = text.dropFirst(2)
    if text.hasPrefix("r_"), digits.utf8.count == 16, let bits = UInt64(digits, radix: 16) {
      self = .generated(bits)
      // `UInt64` also reads a sign and capital letters.
      if self.text == text { return }
    }
    self = .sent(text)
  }

  /// The stored form: eight bytes after a zero, or the client's text.
  package var bytes: [UInt8] {
    switch self {
    case .generated(let bits): [0] + withUnsafeBytes(of: bits.bigEndian) { Array($0) }
    case .sent(let text): Array(text.utf8)
    }
  }

  /// Reads the stored form; nil when it is damaged.
  package init?(stored bytes: [UInt8]) {
    guard bytes.first == 0 else {
      self.init(String(decoding: bytes, as: UTF8.self))
      return
    }
    guard bytes.count == 9 else { return nil }
    self = .generated(bytes.dropFirst().reduce(0) { $0 << 8 | UInt64($1) })
  }
}

/// The stored form of an attribution: each change has its number, the session its text, once.
package struct StoredAttribution: Sendable {
  private let attribution: Attribution
  package let number: Int64

  /// The attributions without a text. Their numbers are stored, so an attribution keeps its place.
  private static let common = TokenRole.allCases.map(Attribution.session) + [.admin]

  package init(_ attribution: Attribution) {
    self.attribution = attribution
    number = attribution.number {
      if let place = Self.common.firstIndex(of: attribution) { return Int64(place) + 1 }
      // 63 bits, so that nobody finds a name whose number is that of somebody else.
      let digest = SHA256.hash(attribution.json.bytes).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      return Int64(digest >> 1)
    }
  }

  /// JSON; nil: the number says it all.
  package var text: [UInt8]? { Self.hasText(number) ? attribution.json.bytes : nil }

  /// Whether an attribution with the number has a text.
  package static func hasText(_ number: Int64) -> Bool { !(1...Int64(common.count)).contains(number) }

  /// Reads the attribution of a change; nil: it has none, or one that is damaged.
  package static func attribution(_ number: Int64?, _ text: [UInt8]?) -> Attribution? {
    guard let number else { return nil }
    if !hasText(number) { return common[Int(number) - 1] }
    guard let text else { return nil }
    do throws(JSONError) { return Attribution(try JSONValue(parsing: text)) } catch { return nil }
  }
}

extension ChangeOrigin {
  /// The members `by` and `requestId` of a pending delivery as JSON, with a comma before them.
  ///
  /// - Parameters:
  ///   - credential: The JSON of the attribution.
  ///   - request: The stored form of the request's id.
  package static func members(_ credential: [UInt8]?, _ request: [UInt8]?) -> [UInt8] {
    var json = JSONWriter()
    // A number that no attribution has: the text is what counts.
    json.append(origin: ChangeOrigin(actor: nil, number: credential.map { _ in 0 }, text: credential, request: request))
    return json.bytes
  }

  /// Reads the stored columns of a change.
  package init(actor: String?, number: Int64?, text: [UInt8]?, request: [UInt8]?) {
    self.init(
      actor: actor, by: StoredAttribution.attribution(number, text), requestID: request.flatMap(RequestID.init(stored:))
    )
  }
}

extension JSONWriter {
  /// Writes the members `by` and `requestId` after another one.
  package mutating func append(origin: ChangeOrigin) {
    append(",\"by\":")
    if let by = origin.by { append(value: by.json) } else { append("null") }
    append(",\"requestId\":")
    if let id = origin.requestID { append(string: id.text) } else { append("null") }
  }
}
