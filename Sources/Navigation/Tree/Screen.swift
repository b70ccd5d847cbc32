import JSON

/// One place the user can be, and what its own content holds.
public struct Screen: Sendable {
  public typealias ID = String

  /// Unique in its session for ever.
  public let id: ID
  public let route: String
  /// Given by who opened it.
  public var params: JSONObject {
    didSet { json = Self.encode(id, route, params, state) }
  }
  /// Owned by the screen's reducer.
  public var state: JSONValue {
    didSet { json = Self.encode(id, route, params, state) }
  }
  /// The container that it holds, if any.
  public var content: Container? {
    get { contents.first }
    _modify {
      // Moved out and in again, so that it is changed in its place.
      var content = contents.popLast()
      defer { if let content { contents.append(content) } }
      yield &content
    }
  }
  /// None or one. Kept aside, since nearly every screen holds none and would carry its size all the same.
  private var contents: [Container]
  /// The members above as JSON, without braces and without the content. Kept until they change: a session is encoded
  /// anew with each revision, and most of its screens are as they were.
  private(set) var json: [UInt8]

  public init(id: ID, route: String, params: JSONObject = [:], state: JSONValue = [:], content: Container? = nil) {
    self.id = id
    self.route = route
    self.params = params
    self.state = state
    self.contents = content.map { [$0] } ?? []
    self.json = Self.encode(id, route, params, state)
  }

  private static func encode(_ id: ID, _ route: String, _ params: JSONObject, _ state: JSONValue) -> [UInt8] {
    var json = JSONWriter()
    json.append("\"id\":")
    json.append(string: id)
    json.append(",\"route\":")
    json.append(string: route)
    json.append(",\"params\":")
    json.append(object: params)
    json.append(",\"state\":")
    json.append(value: state)
    return json.bytes
  }
}

extension Screen: Equatable {
  public static func == (one: Screen, other: Screen) -> Bool {
    one.id == other.id && one.route == other.route && one.params == other.params && one.state == other.state
      && one.content == other.content
  }
}

/// A screen that lies over a container.
public struct Presented: Sendable, Equatable {
  public let style: Style
  public var screen: Screen

  public init(style: Style, screen: Screen) {
    self.style = style
    self.screen = screen
  }

  public enum Style: String, Sendable, CaseIterable {
    case sheet, fullScreen, popover, alert, confirmationDialog
  }
}
