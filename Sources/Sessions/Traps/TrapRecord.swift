import JSON

/// A line of the file of traps: a trap, the end of a quarantine by an administrator, or a start that has reported the traps
/// before it.
///
/// The handler of a fatal signal appends the lines of traps, so that the last one may be incomplete. Nothing in the file is
/// relied on: a line that is not one of these is ignored.
package enum TrapRecord: Sendable, Equatable {
  case trap(Trap)
  case lift(id: String, at: Int64)
  case start(at: Int64)

  /// The bytes of the file that are read, its last ones.
  package static let longestFile = 262_144
  private static let longestLine = 1_024
  /// From 1970 until the year 9999.
  private static let times: ClosedRange<Int64> = 0...253_402_300_799_999

  package init?(_ line: ArraySlice<UInt8>) {
    guard (2...Self.longestLine).contains(line.count), let json = try? JSONValue(parsing: Array(line)),
      let at = json["at"]?.integerValue, Self.times.contains(at)
    else { return nil }
    if let id = json["lifted"]?.stringValue {
      self = .lift(id: id, at: at)
    } else if json["start"]?.boolValue == true {
      self = .start(at: at)
    } else if let trap = Trap(json, at: at) {
      self = .trap(trap)
    } else {
      return nil
    }
  }

  /// The line, with its end.
  package var bytes: [UInt8] {
    let json: JSONObject
    switch self {
    case .lift(let id, let at): json = ["at": .integer(at), "lifted": .string(id)]
    case .start(let at): json = ["at": .integer(at), "start": true]
    // Only the handler of a signal writes it.
    case .trap(let trap): json = ["at": .integer(trap.at)]
    }
    return JSONValue.object(json).bytes + [UInt8(ascii: "\n")]
  }

  /// Milliseconds since 1970.
  package var at: Int64 {
    switch self {
    case .trap(let trap): trap.at
    case .lift(_, let at), .start(let at): at
    }
  }

  package var isStart: Bool { if case .start = self { true } else { false } }
}

/// A trap that has ended a process.
package struct Trap: Sendable, Equatable {
  /// Milliseconds since 1970.
  package let at: Int64
  /// nil: the work is unknown.
  package let subject: TrapSubject?
  package let signal: String
  package let action: String?
  package let request: String?

  package var app: String? {
    switch subject {
    case .session(_, let app), .app(let app), .definition(_, let app): app.isEmpty ? nil : app
    case .archive, nil: nil
    }
  }

  package init(
    at: Int64, subject: TrapSubject?, signal: String = "SIGILL", action: String? = nil, request: String? = nil
  ) {
    (self.at, self.subject, self.signal, self.action, self.request) = (at, subject, signal, action, request)
  }

  fileprivate init?(_ json: JSONValue, at: Int64) {
    guard let signal = json["signal"]?.stringValue else { return nil }
    let app = json["app"]?.stringValue
    let subject: TrapSubject?
    if let text = json["session"]?.stringValue {
      guard let id = SessionID(text) else { return nil }
      subject = .session(id, app: app ?? "")
    } else if let text = json["definition"]?.stringValue {
      guard let hash = UInt64(text, radix: 16) else { return nil }
      subject = .definition(hash, app: app ?? "")
    } else if let text = json["import"]?.stringValue {
      guard let hash = UInt64(text, radix: 16) else { return nil }
      subject = .archive(hash)
    } else {
      subject = app.map(TrapSubject.app)
    }
    self.init(
      at: at, subject: subject, signal: signal, action: json["action"]?.stringValue,
      request: json["requestId"]?.stringValue)
  }
}
