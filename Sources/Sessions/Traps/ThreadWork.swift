import CShims
import Navigation

/// The work of the current thread, noted for the report of a trap: a trap cannot be caught, so that the handler of its
/// signal and the next start have to find out what was done.
///
/// Each `begin` has an `end` on the same thread; they nest.
package enum ThreadWork {
  @inline(__always) static func begin(_ id: SessionID, of app: TrapName) {
    navstate_begin_named_work(NAVSTATE_SESSION, id.high, id.low, app.name)
  }

  static func begin(action: String) { begin(NAVSTATE_ACTION, 0, 0, action) }

  /// - Parameters:
  ///   - given: The id that the client gave; empty: none.
  ///   - generated: The bits of the generated id.
  package static func begin(request given: ArraySlice<UInt8>, or generated: @autoclosure () -> UInt64) {
    given.withUnsafeBufferPointer {
      navstate_begin_work(NAVSTATE_REQUEST, given.isEmpty ? generated() : 0, 0, $0.baseAddress, $0.count)
    }
  }

  static func begin(_ subject: TrapSubject) {
    switch subject {
    case .session(let id, let app): begin(NAVSTATE_SESSION, id.high, id.low, app)
    case .app(let name): begin(NAVSTATE_APP, 0, 0, name)
    case .definition(let hash, let app): begin(NAVSTATE_DEFINITION, hash, 0, app)
    case .archive(let hash): begin(NAVSTATE_IMPORT, hash, 0, "")
    }
  }

  @inline(__always) package static func end() { navstate_end_work() }

  @inline(__always) private static func begin(
    _ kind: navstate_work_kind, _ high: UInt64, _ low: UInt64, _ text: String
  ) {
    var text = text
    text.withUTF8 { navstate_begin_work(kind, high, low, $0.baseAddress, $0.count) }
  }

  /// Records the work while `body` runs.
  package static func during<Value, Failure>(
    _ subject: TrapSubject, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    begin(subject)
    defer { end() }
    return try body()
  }

  /// Records the session while `body` runs.
  @inline(__always) static func during<Value>(_ store: SessionStore, _ body: () -> Value) -> Value {
    begin(store.id, of: store.apps.trapName)
    defer { end() }
    return body()
  }

  /// The request that a thread works on.
  struct Request: Sendable {
    private let bits: UInt64
    private let text: [UInt8]

    /// The one of the current thread; nil: work of the server itself.
    static var current: Request? {
      var work = navstate_work()
      guard navstate_copy_request(&work) != 0 else { return nil }
      let count = Int(work.own_name.count)
      return Request(
        bits: work.id.0, text: withUnsafeBytes(of: work.own_name.text) { Array($0.prefix(count)) })
    }

    /// The id that the client gave; empty: none.
    var id: String { String(decoding: text, as: UTF8.self) }

    func begin() { ThreadWork.begin(request: text[...], or: bits) }
  }
}
