import HTTP
import JSON
import Sessions

// The parts of a request that several controllers read.

extension Exchange {
  /// The name of the app in the path.
  var appName: String { parameters["app", request] ?? "" }

  /// The version in the query; nil if absent.
  func appVersion() throws(Problem) -> Int? {
    guard try text("version") != nil else { return nil }
    return try integer("version", in: 1...Int.max, or: 1)
  }

  /// The value of the request's `Lease` field; nil when absent.
  var lease: String? { request.text(of: "lease") }

  /// Whether the receipt includes the session and its plan: `Prefer: return` (RFC 7240).
  var wantsSession: Bool { request.preference("return") != "minimal" }

  /// The time to wait for a change, at most 60 seconds; nil if the client does not wait.
  var waitTime: Duration? {
    guard let text = request.preference("wait"), let seconds = Int(text), seconds > 0 else { return nil }
    return .seconds(min(seconds, 60))
  }

  /// The time to wait until a device has drawn the revision of a receipt, at most 60 seconds; nil if the client does not
  /// wait.
  var shownWaitTime: Duration? { request.preference("wait", parameter: "until") == "shown" ? waitTime : nil }

  /// The precondition in `If-Match`. Weak tags count, unlike in RFC 9110 §13.1.1.
  func precondition() throws(Problem) -> Precondition? {
    switch try ifMatch() {
    case nil: nil
    case .any?: .any
    case .oneOf(let tags)?:
      .revisions(tags.compactMap(\.revision))
    }
  }

  /// A member that is an integer of at least 1; nil when absent.
  func count(_ name: String, of body: JSONObject) throws(Problem) -> Int? {
    try body.value(name, "an integer from 1", as: .field) { json in
      json.integerValue.flatMap { $0 >= 1 ? Int($0) : nil }
    }
  }

  func ifNoneMatch() throws(Problem) -> EntityTagCondition? {
    do throws(RequestError) { return try request.ifNoneMatch() } catch { throw Problem(error) }
  }

  func ifMatch() throws(Problem) -> EntityTagCondition? {
    do throws(RequestError) { return try request.ifMatch() } catch { throw Problem(error) }
  }
}

extension EntityTag {
  /// The revision in the tag; nil if there is none. Tags are compared byte by byte, so `007` is not a revision.
  fileprivate var revision: Int? {
    let text = String(decoding: opaque, as: UTF8.self)
    return Int(text).flatMap { String($0) == text ? $0 : nil }
  }
}
