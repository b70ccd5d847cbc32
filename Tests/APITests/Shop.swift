/// An app defined in JSON, and a session of it in which every action that all apps have can be done.
enum Shop {
  static let definition =
    #"{"app": "shop", "version": 1, "root": {"kind": "tabs", "routes": ["open", "closed", "stage"]}, "routes": "#
    + #"{"home": {"path": "/home/:n?"}, "item": {"params": {"id": "string"}, "identity": "id", "feature": "counter"}, "#
    + #""open": {"content": {"kind": "drawer", "routes": ["home"], "open": true}}, "#
    + #""closed": {"content": {"kind": "drawer", "routes": ["home"]}}, "#
    + #""stage": {"content": {"kind": "switch", "routes": ["home"]}}, "#
    + #""basket": {"content": {"kind": "stack", "routes": ["home", "item"]}}}}"#

  /// A stack lies over tabs, of which the second is selected; they hold drawers and a switch.
  static let session =
    #"{"app": "shop", "navigation": {"kind": "tabs", "selected": 1, "screens": "#
    + #"[{"route": "open", "content": {"id": "open", "screens": [{"route": "home"}]}}, "#
    + #"{"route": "closed", "content": {"id": "closed", "screens": [{"route": "home"}]}}, "#
    + #"{"route": "stage", "content": {"id": "stage", "screens": [{"route": "home"}]}}], "#
    + #""presented": [{"style": "sheet", "screen": {"route": "basket", "content": {"screens": "#
    + #"[{"id": "a1", "route": "home"}, {"id": "a2", "route": "item", "params": {"id": "7"}}]}}}]}}"#

  /// A body for each action that changes that session; nil where none is needed.
  static let bodies: [String: String?] = [
    "push": #"{"route": "home"}"#, "pop": nil, "popTo": #"{"route": "home"}"#, "popToRoot": nil,
    "replace": #"{"route": "home"}"#, "navigate": #"{"route": "home"}"#, "insert": #"{"route": "home", "index": 1}"#,
    "remove": #"{"id": "a1"}"#, "reset": #"{"navigation": {"screens": [{"route": "home"}]}}"#, "goBack": nil,
    "setParams": #"{"params": {"id": "8"}}"#, "replaceParams": #"{"params": {"id": "8"}}"#,
    "route": #"{"route": "home"}"#, "screen": #"{"action": {"type": "increment"}}"#,
    "actions": #"{"actions": [{"type": "push", "route": "home"}, {"type": "pop"}, {"type": "pop"}]}"#,
    "select": #"{"route": "stage"}"#, "selectNext": nil, "selectPrevious": nil, "selectFirst": nil, "selectLast": nil,
    "openDrawer": #"{"target": "closed"}"#, "closeDrawer": #"{"target": "open"}"#,
    "toggleDrawer": #"{"target": "open"}"#, "switchTo": #"{"route": "home", "target": "stage"}"#,
    "present": #"{"route": "home"}"#, "dismiss": nil, "dismissAll": nil,
    "messages": #"{"to": "{id}", "action": {"type": "pop"}}"#,
    "lease": #"{"seconds": 60}"#, "undo": nil, "redo": #"{"steps": 1}"#, "jump": #"{"revision": 1}"#,
  ]

  /// What has to be done before some of them can be.
  static let preparations: [String: [String]] = ["undo": ["pop"], "redo": ["pop", "undo"], "jump": ["pop"]]
}
