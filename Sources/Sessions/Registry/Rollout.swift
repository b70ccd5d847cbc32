import JSON

/// The versions of an app that new sessions get if their creation names none.
package struct Rollout: Sendable, Equatable {
  /// The value whose hash chooses the version of a session.
  package enum Subject: String, Sendable, CaseIterable {
    /// The key of the session; its id if it has none.
    case key
    /// The id of the session.
    case session
  }

  package let current: Int
  /// The version that a share of the new sessions gets instead; nil: none.
  package let next: Int?
  /// The share, in hundredths of a percent.
  package let share: Int
  package let subject: Subject

  package init(current: Int, next: Int? = nil, share: Int = 0, by subject: Subject = .key) {
    self.current = current
    self.next = next
    self.share = share
    self.subject = subject
  }

  /// Whether the rollout needs a version.
  package func names(_ version: Int) -> Bool { version == current || version == next }

  /// The version of a new session.
  ///
  /// - Parameters:
  ///   - key: The key of the session, if it has one.
  ///   - id: Its id.
  package func version(forKey key: String?, _ id: SessionID, of app: String) -> Int {
    guard let next else { return current }
    let subject = subject == .key ? key ?? id.text : id.text
    return Shares.isWithin(share, of: app, next, subject) ? next : current
  }
}

extension Rollout {
  /// As clients see it and as it is stored.
  package var json: JSONObject {
    var json: JSONObject = ["current": .integer(Int64(current))]
    if let next {
      json["next"] = .integer(Int64(next))
      json["percent"] = share % 100 == 0 ? .integer(Int64(share / 100)) : .number(Double(share) / 100)
      json["by"] = .string(subject.rawValue)
    }
    return json
  }

  /// The stored form.
  package var text: [UInt8] { JSONValue.object(json).bytes }

  /// - Parameter stored: The value of `text`.
  package init(stored: [UInt8]) throws(CorruptSession) {
    let json = try JSONValue(stored: stored, "the rollout")
    self.init(
      current: try Self.version(json["current"]), next: try json["next"].map(Self.version),
      share: json["percent"]?.numberValue.flatMap(Self.share(ofPercent:)) ?? 0,
      by: json["by"]?.stringValue.flatMap(Subject.init) ?? .key)
  }

  private static func version(_ json: JSONValue?) throws(CorruptSession) -> Int {
    guard let version = json?.integerValue.flatMap({ Int(exactly: $0) }) else {
      throw CorruptSession(detail: "the rollout has no version")
    }
    return version
  }

  /// A number from 0 to 100 with at most two decimals as hundredths; nil for any other.
  package static func share(ofPercent percent: Double) -> Int? {
    guard (0...100).contains(percent) else { return nil }
    let share = (percent * 100).rounded()
    // Division rounds as the parser does, so that the comparison is exact.
    return share / 100 == percent ? Int(share) : nil
  }
}

/// The rollout of an app, as it is stored.
package struct StoredRollout: Sendable, Equatable {
  package let app: String
  /// JSON.
  package let text: [UInt8]

  package init(app: String, text: [UInt8]) {
    self.app = app
    self.text = text
  }
}
