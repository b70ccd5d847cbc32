import JSON

/// A screen of a session: its route, its params, its state, and the container that it may hold.
public struct Screen: Sendable {
  /// The type of ids: a generated id such as `a7`, or one that a client passed.
  public typealias ID = String

  /// The id, unique in the session and never reused.
  public let id: ID
  /// The name of the screen's route in the app.
  public let route: String
  /// The params, set by the action that opened the screen.
  public var params: JSONObject {
    didSet { json = [] }
  }
  /// The params before each `pushParams` to which no action has gone back yet, the newest last.
  public var formerParams: [JSONObject] {
    didSet { json = [] }
  }
  /// The state, changed by the screen's reducer.
  public var state: JSONValue {
    didSet { json = [] }
  }
  /// The screen that opened this one. Only apps whose definition handles the results of screens have it.
  public var opener: ID? {
    didSet { json = [] }
  }
  /// The fields of the action that a guard refused, which is performed when this screen returns a result.
  public var intent: JSONObject? {
    didSet { json = [] }
  }
  /// The container that the screen holds, if its route has one.
  public var content: Container?
  /// The members above as JSON, without braces and content; empty: not cached.
  ///
  /// Cached by `cacheJSON` until they change: a session in use is encoded with each revision, and most of its screens
  /// are unchanged.
  private(set) var json: [UInt8] = []

  /// Creates a screen.
  public init(
    id: ID, route: String, params: JSONObject = [:], state: JSONValue = [:], content: Container? = nil,
    opener: ID? = nil, intent: JSONObject? = nil, formerParams: [JSONObject] = []
  ) {
    self.id = id
    self.route = route
    self.params = params
    // A state that begins as the params shares their storage.
    if case .object(let members) = state, members.hasSameText(as: params) {
      self.state = .object(params)
    } else {
      self.state = state
    }
    self.content = content
    self.opener = opener
    self.intent = intent
    self.formerParams = formerParams
  }

  /// The cached JSON of a screen without content, without braces; nil: it has to be written.
  var wholeJSON: [UInt8]? { json.isEmpty || content != nil ? nil : json }

  /// Writes the members as JSON, without braces and content.
  func writeMembers(to json: inout JSONWriter) {
    guard self.json.isEmpty else { return json.append(raw: self.json) }
    json.append("\"id\":", string: id)
    json.append(",\"route\":", string: route)
    json.append(",\"params\":", object: params)
    if !formerParams.isEmpty {
      json.append(",\"formerParams\":")
      json.append(objects: formerParams)
    }
    json.append(",\"state\":", value: state)
    if let opener {
      json.append(",\"opener\":", string: opener)
    }
    if let intent {
      json.append(",\"intent\":", object: intent)
    }
  }

  /// The greatest number of former params. The oldest ones go.
  static let mostFormerParams = 50

  /// The number of bytes that former params take as JSON.
  static func size(ofFormer params: [JSONObject]) -> Int { params.reduce(0) { $0 + 1 + $1.encodedSize } }

  /// The number of bytes that an intent takes as JSON, with its name.
  static func size(ofIntent intent: JSONObject?) -> Int { intent.map { 10 + $0.encodedSize } ?? 0 }
}

extension Screen {
  /// Caches the JSON of the screen and of those in its content, so that only changed screens are encoded again. A value
  /// that is kept as its text may be long, and is not copied.
  mutating func cacheJSON() {
    content?.cacheJSON()
    guard json.isEmpty, !params.isRaw, !state.isRaw else { return }
    var writer = JSONWriter()
    writeMembers(to: &writer)
    json = writer.bytes
  }

  /// Drops the cached JSON of the screen and of those in its content, and spare storage.
  mutating func compact() {
    json = []
    content?.compact()
  }
}

extension Screen: Equatable {
  /// Whether both have equal members; the cached JSON is not compared.
  public static func == (one: Screen, other: Screen) -> Bool {
    one.id == other.id && one.route == other.route && one.params == other.params && one.state == other.state
      && one.opener == other.opener && one.intent == other.intent && one.formerParams == other.formerParams
      && one.content == other.content
  }
}

/// A screen that is presented over a container.
public struct Presented: Sendable, Equatable {
  /// The style of the presentation.
  public let style: Style
  /// The presented screen.
  public var screen: Screen

  /// Creates a presented screen.
  public init(style: Style, screen: Screen) {
    self.style = style
    self.screen = screen
  }

  /// The styles of presentation.
  public enum Style: String, Sendable, CaseIterable {
    case sheet, fullScreen, popover, alert, confirmationDialog
  }
}
