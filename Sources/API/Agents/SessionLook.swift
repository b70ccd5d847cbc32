import JSON

/// The part of a session that agents receive: its place and its data, without the tree.
struct SessionLook {
  let json: JSONObject

  /// - Parameter session: The session as clients receive it.
  init(_ session: JSONObject) {
    var look: JSONObject = [:]
    for name in ["id", "app", "appVersion", "key", "labels", "revision"] { look[name] = session[name] }
    var current = session["current"]?.objectValue ?? [:]
    look["path"] = current["path"]
    current["path"] = nil
    look["current"] = .object(current)
    look["over"] = .array(Self.presented(in: session["navigation"]))
    // Not the token of a new session: what models read is stored in logs.
    for name in ["data", "can"] { look[name] = session[name] }
    json = look
  }

  /// The answer to a change, without the tree. A dry run keeps its plan.
  static func receipt(_ receipt: JSONObject, keepsPlan: Bool) -> JSONObject {
    var json = receipt
    if let session = receipt["session"]?.objectValue { json["session"] = .object(SessionLook(session).json) }
    if !keepsPlan { json["plan"] = nil }
    return json
  }

  /// The screens that are presented over others, on the focus path from the outermost container inwards.
  private static func presented(in navigation: JSONValue?) -> [JSONValue] {
    var (presented, container) = ([JSONValue](), navigation)
    while let here = container {
      var screen = here["screens"]?[Int(here["selected"]?.integerValue ?? 0)]
      for entry in here["presented"]?.arrayValue ?? [] {
        screen = entry["screen"]
        var members: JSONObject = ["style": entry["style"] ?? .null]
        for name in ["id", "route", "params", "state"] { members[name] = screen?[name] }
        presented.append(.object(members))
      }
      container = screen?["content"]
    }
    return presented
  }
}
