import Foundation
import JSON

/// The session that a client uses.
public enum SessionSource: Sendable {
  /// A session that exists, with its token if the server requires one.
  case existing(id: String, token: String?)
  /// A new session, or with a key the one that has it.
  case new(NewSession)
  /// The session of a handoff code, which is valid once.
  case handoff(code: String)
}

/// The creation of a session.
public struct NewSession: Sendable {
  /// The name of the app.
  public var app: String
  /// The version of the app; nil: the newest.
  public var version: Int?
  /// A key of one's own, unique in the app. If a session has it, that session is used; a server with tokens does not
  /// return its token again, so the token of `connect` has to open it.
  public var key: String?
  /// The link to start at; nil: the app's beginning.
  public var url: String?
  /// Members to merge into the app's data.
  public var data: JSONObject?
  /// Labels by which a backend finds the session.
  public var labels: [String: String]

  /// Creates the description of a session.
  public init(
    app: String, version: Int? = nil, key: String? = nil, url: String? = nil, data: JSONObject? = nil,
    labels: [String: String] = [:]
  ) {
    self.app = app
    self.version = version
    self.key = key
    self.url = url
    self.data = data
    self.labels = labels
  }

  /// The body of `POST /v1/sessions`.
  var json: JSONObject {
    var body: JSONObject = ["app": .string(app)]
    body["version"] = version?.json
    body["url"] = url?.json
    body["data"] = data.map(JSONValue.object)
    if let key {
      body["key"] = .string(key)
      body["ifExists"] = "return"
    }
    if !labels.isEmpty { body["labels"] = labels.json }
    return body
  }
}

/// The id and the token of a session, with which a later client opens it again.
public struct SessionCredentials: Sendable, Equatable {
  /// The id of the session.
  public let id: String
  /// The token of the session; nil if the server requires none.
  public let token: String?
}
