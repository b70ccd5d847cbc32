/// An app defined in JSON, and a session of it in which every action that all apps have can be done.
enum Shop {
  static let definition =
    #"{"app": "shop", "version": 1, "root": {"kind": "stack"}, "routes": "#
    + #"{"home": {}, "item": {"params": {"id": "string"}, "identity": "id", "feature": "counter"}}}"#

  static let session =
    #"{"app": "shop", "navigation": {"kind": "stack", "screens": "#
    + #"[{"id": "a1", "route": "home"}, {"id": "a2", "route": "item", "params": {"id": "7"}}]}}"#

  /// A body for each action that changes that session; nil where none is needed.
  static let bodies: [String: String?] = [
    "push": #"{"route": "home"}"#, "pop": nil, "popTo": #"{"route": "home"}"#, "popToRoot": nil,
    "replace": #"{"route": "home"}"#, "navigate": #"{"route": "home"}"#, "insert": #"{"route": "home", "index": 1}"#,
    "remove": #"{"id": "a1"}"#, "reset": #"{"navigation": {"screens": [{"route": "home"}]}}"#, "goBack": nil,
    "setParams": #"{"params": {"id": "8"}}"#, "replaceParams": #"{"params": {"id": "8"}}"#,
    "route": #"{"route": "home"}"#, "screen": #"{"action": {"type": "increment"}}"#,
    "actions": #"{"actions": [{"type": "push", "route": "home"}, {"type": "pop"}, {"type": "pop"}]}"#,
  ]
}
