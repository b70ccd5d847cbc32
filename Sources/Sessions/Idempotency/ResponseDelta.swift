import Support
import JSON
import Navigation

/// A stored response that includes a session, as its difference from the session's JSON at the same revision.
///
/// The session is rendered again from its history, so that the response to a small request takes little disk space even
/// for a large session. Stored as a JSON array; a response that is stored whole is a JSON object.
struct ResponseDelta: Equatable {
  /// The undo state at that revision, as shown in the session's JSON.
  let undoState: UndoState
  /// The checksum of the session's JSON. It detects that another server version renders the session differently.
  private let checksum: String
  /// The members of the response before the session.
  private let head: String
  private let rest: TextDelta

  /// The longest response that is always stored whole.
  static let longestWhole = 1_024
  /// The longest response that is stored or read as a difference.
  private static let longest = 64 << 20
  private static let name = "session"

  /// - Parameters:
  ///   - head: The first bytes of the response; a closing brace makes them an object.
  ///   - session: The session's JSON with this undo state.
  /// - Returns: nil when the response is short or does not begin with `head`.
  init?(_ body: [UInt8], head: [UInt8], session: [UInt8], _ undoState: UndoState) {
    guard body.count > Self.longestWhole, body.count <= Self.longest, body.starts(with: head) else { return nil }
    self.undoState = undoState
    checksum = Self.checksum(of: session)
    self.head = String(decoding: head, as: UTF8.self)
    rest = TextDelta(from: session, to: Array(body[head.count...]))
  }

  /// Parses the form that `bytes` returns; nil when the response is stored whole.
  init?(stored bytes: [UInt8]) throws(CorruptSession) {
    guard bytes.first == UInt8(ascii: "[") else { return nil }
    let json = try JSONValue(stored: bytes, "the stored answer")
    guard case .array(let parts) = json, parts.count == 5, parts[0].stringValue == Self.name,
      let undoState = UndoState(stored: parts[1]), let checksum = parts[2].stringValue, let head = parts[3].stringValue
    else { throw CorruptSession(detail: "the stored answer begins with \(json.text.prefix(80))") }
    self.undoState = undoState
    self.checksum = checksum
    self.head = head
    do throws(StoredDataError) {
      rest = try TextDelta(stored: parts[4])
    } catch {
      throw CorruptSession(detail: "the stored answer: \(error)")
    }
  }

  var bytes: [UInt8] {
    var json = JSONWriter(capacity: 512)
    json.append("[")
    json.append(string: Self.name)
    json.append(",[")
    json.append(integer: undoState.shown)
    json.append(",")
    json.append(integer: undoState.tip)
    json.append(",")
    json.append(integer: undoState.oldest)
    json.append("],")
    json.append(string: checksum)
    json.append(",")
    json.append(string: head)
    json.append(",")
    rest.write(to: &json)
    json.append("]")
    return json.bytes
  }

  /// The response without the session, as for `Prefer: return=minimal`.
  var minimal: [UInt8] { Array((head + "}").utf8) }

  /// Returns the full response.
  ///
  /// - Parameter session: The session's JSON at the response's revision, with its undo state.
  /// - Returns: nil when the checksum differs.
  func applied(to session: [UInt8]) -> [UInt8]? {
    guard Self.checksum(of: session) == checksum else { return nil }
    return rest.applied(to: session, limit: Self.longest).map { Array(head.utf8) + $0 }
  }

  /// Returns the bytes to store for a response: the response, or its difference from the session if that is shorter.
  ///
  /// - Parameters:
  ///   - head: The members of the response before the session, as an object.
  ///   - session: The session's JSON with this undo state.
  static func stored(_ body: [UInt8], head: [UInt8], session: [UInt8], _ undoState: UndoState) -> [UInt8] {
    guard let delta = ResponseDelta(body, head: head.dropLast(), session: session, undoState) else { return body }
    let stored = delta.bytes
    return stored.count < body.count ? stored : body
  }

  /// Returns the first members of a receipt as an object; nil for another response.
  static func head(ofReceipt body: [UInt8]) -> [UInt8]? {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: body, maximumDepth: 2_048)
    } catch {
      // A response that is not JSON is stored whole.
      return nil
    }
    guard case .object(let members) = json, members["session"] != nil else { return nil }
    var head: JSONObject = [:]
    for name in ["revision", "changed", "outputs"] {
      guard let value = members[name] else { return nil }
      head[name] = value
    }
    return JSONValue.object(head).bytes
  }

  private static func checksum(of session: [UInt8]) -> String { Array(SHA256.hash(session).prefix(8)).hexadecimal }
}

extension UndoState {
  fileprivate init?(stored json: JSONValue) {
    guard case .array(let parts) = json, parts.count == 3 else { return nil }
    let numbers = parts.compactMap { $0.integerValue.flatMap { Int(exactly: $0) } }
    guard numbers.count == 3, numbers.allSatisfy({ (0...Self.largest).contains($0) }) else { return nil }
    self.init(shown: numbers[0], tip: numbers[1], oldest: numbers[2])
  }
}
