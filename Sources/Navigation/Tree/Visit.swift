import JSON

/// An entry of a container's history: a screen that was selected, with its params at that time.
public struct Visit: Sendable, Hashable {
  /// The id of the screen.
  public let screen: Screen.ID
  /// The params of this visit, if the screen was visited again; nil: the screen's current params.
  public var params: JSONObject?

  /// Creates a visit.
  public init(_ screen: Screen.ID, params: JSONObject? = nil) {
    self.screen = screen
    self.params = params
  }
}

extension [Visit] {
  /// The greatest number of visits, and of bytes of their params. Older visits are dropped, so that a long-lived
  /// session does not reach the limit of its state.
  private static var longest: Int { 1_000 }
  private static var mostBytes: Int { 65_536 }

  /// Returns the history after a visit to a screen that still has the params of its previous visit. If that is the last
  /// visit, it continues with the screen's later params.
  func visiting(_ screen: Screen) -> [Visit] {
    var visits = self
    guard visits.last?.screen != screen.id else {
      visits.forgetParams(ofLastVisitTo: screen.id)
      return visits.withinLimits
    }
    if let last = visits.lastIndex(where: { $0.screen == screen.id }), visits[last].params == nil {
      visits[last].params = screen.params
    }
    visits.append(Visit(screen.id))
    return visits.withinLimits
  }

  /// Returns the history without a screen.
  ///
  /// - Parameter screens: The container's screens, which have the params of their last visits: visits that become adjacent
  ///   merge if screen and params are equal. Nil: visits have no params, and all stay, as in React Navigation.
  func removing(_ screen: Screen.ID, from screens: [Screen]?) -> [Visit] {
    guard let screens else { return filter { $0.screen != screen } }
    func params(of visit: Visit) -> JSONObject? {
      visit.params ?? screens.first { $0.id == visit.screen }?.params
    }
    return reduce(into: []) { visits, visit in
      guard visit.screen != screen else { return }
      if let last = visits.last, last.screen == visit.screen, params(of: last) == params(of: visit) {
        visits.removeLast()
      }
      visits.append(visit)
    }
  }

  /// Returns the history with the params of each visit after which its screen was visited again: the screen's params,
  /// where none are stored.
  func fixingParams(of screens: [Screen]) -> [Visit] {
    let params = Dictionary(screens.map { ($0.id, $0.params) }, uniquingKeysWith: { first, _ in first })
    var visits = self
    var later: Set<Screen.ID> = []
    for index in indices.reversed() where !later.insert(self[index].screen).inserted && self[index].params == nil {
      visits[index].params = params[self[index].screen]
    }
    return visits
  }

  /// Gives the last visit of a screen the screen's current params.
  mutating func forgetParams(ofLastVisitTo screen: Screen.ID) {
    guard let last = lastIndex(where: { $0.screen == screen }), self[last].params != nil else { return }
    self[last].params = nil
  }

  /// The history without the oldest visits beyond the limits.
  private var withinLimits: [Visit] {
    var bytes = 0
    for index in indices.reversed() {
      bytes += self[index].params?.encodedSize ?? 0
      if count - index > Self.longest || bytes > Self.mostBytes { return Array(self[(index + 1)...]) }
    }
    return self
  }
}

// As JSON, a history is a list of screen ids, and a list of the same length with the params of the visits, `null` for
// those of the screen itself. The second list is omitted when it contains only nulls.

extension JSONWriter {
  /// Writes the members `history` and `historyParams`.
  mutating func append(history: [Visit]) {
    append("\"history\":")
    append(list: history) { $0.append(string: $1.screen) }
    guard history.contains(where: { $0.params != nil }) else { return }
    append(",\"historyParams\":")
    append(list: history) { $0.append(value: $1.params.map(JSONValue.object) ?? .null) }
  }
}

extension [Visit] {
  /// Reads the two members of an object; invalid ids and params are skipped.
  package init(membersOf json: JSONValue) {
    let ids = json["history"]?.arrayValue ?? []
    let params = json["historyParams"]?.arrayValue ?? []
    self = ids.indices.compactMap { index in
      ids[index].stringValue.map { Visit($0, params: index < params.count ? params[index].objectValue?.expanded : nil) }
    }
  }
}

extension Visit {
  /// The approximate size as JSON in bytes.
  var size: Int { screen.utf8.count + 3 + (params?.encodedSize ?? 0) }
}
