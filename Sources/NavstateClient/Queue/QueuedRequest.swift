import Foundation
import JSON
import Navigation

/// A request that waits for its turn or for its answer.
public struct QueuedRequest: Sendable, Equatable {
  /// The `Idempotency-Key`, the same at each attempt.
  public let key: String
  /// The last part of the path: `actions`, `undo`, `redo`, `jump` or `amend`.
  public let path: String
  /// The body of the request.
  public internal(set) var body: JSONObject
  /// The time of the user's action in milliseconds since 1970.
  public let createdAt: Int64
  /// The number of the request among those of its client.
  let number: Int
  /// The ids that its prediction has made, in order.
  var provisionalIDs: [String] = []

  init(path: String, body: JSONObject, at now: Int64, number: Int) {
    key = UUID().uuidString
    self.path = path
    self.body = body
    createdAt = now
    self.number = number
  }

  /// The actions of the request; nil if it has others than actions.
  var actions: [Action]? {
    guard path == "actions" else { return nil }
    do throws(ActionError) {
      guard let batch = body["actions"]?.arrayValue else { return [try Action(json: .object(body))] }
      return try batch.map { json throws(ActionError) in try Action(json: json) }
    } catch {
      return nil
    }
  }
}

extension QueuedRequest: JSONConvertible {
  /// Reads the form in which ``json`` stores the request.
  public init(json: JSONValue) throws {
    let members = try JSONObject(json: json)
    key = try members.value("key")
    path = try members.value("path")
    body = try members.value("body")
    createdAt = try members.value("createdAt")
    number = try members.value("number")
    provisionalIDs = try members.value("provisionalIDs")
  }

  /// The form in which a queue is stored.
  public var json: JSONValue {
    [
      "key": key.json, "path": path.json, "body": body.json, "createdAt": createdAt.json, "number": number.json,
      "provisionalIDs": provisionalIDs.json,
    ]
  }
}
