import Navigation

/// An app defined in JSON, and a session of it in which every built-in action is applicable.
enum Shop {
  static let definition =
    #"{"app": "shop", "version": 1, "clients": {"data": true, "navigation": true}, "#
    + #""root": {"kind": "tabs", "routes": ["open", "closed", "stage"]}, "routes": "#
    + #"{"home": {"path": "/home/:n?"}, "item": {"params": {"id": "string"}, "identity": "id", "feature": "counter"}, "#
    + #""open": {"content": {"kind": "drawer", "routes": ["home"], "open": true}}, "#
    + #""closed": {"content": {"kind": "drawer", "routes": ["home"]}}, "#
    + #""stage": {"content": {"kind": "switch", "routes": ["home"]}}, "#
    + #""basket": {"content": {"kind": "stack", "routes": ["home", "item"]}}}}"#

  /// A stack presented over tabs. The second tab is selected; the tabs contain drawers and a switch.
  static let session =
    #"{"app": "shop", "navigation": {"kind": "tabs", "selected": 1, "screens": "#
    + #"[{"route": "open", "content": {"id": "open", "screens": [{"route": "home"}]}}, "#
    + #"{"route": "closed", "content": {"id": "closed", "screens": [{"route": "home"}]}}, "#
    + #"{"route": "stage", "content": {"id": "stage", "screens": [{"route": "home"}]}}], "#
    + #""presented": [{"style": "sheet", "screen": {"route": "basket", "content": {"screens": "#
    + #"[{"id": "a1", "route": "home"}, {"id": "a2", "route": "item", "params": {"id": "7"}}]}}}]}}"#

  /// The last segments of the routes that change or lease that session with the documented example body.
  static let changes = Set(
    NavigationAction.types + ["screen", "actions", "lease", "undo", "redo", "jump", "amend", "fire"])

  /// The actions that have to precede some of these routes.
  static let preparations: [String: [String]] = [
    "undo": ["pop"], "redo": ["pop", "undo"], "jump": ["pop"], "amend": ["pop"],
  ]
}
