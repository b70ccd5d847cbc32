import JSON

extension NavigationAction {
  /// The refusal of a navigation action with missing or invalid fields; nil for valid ones and for other types.
  package static func fault(of action: Action) -> ActionError? {
    do throws(ActionError) {
      guard try NavigationAction(action) == nil, let requirement = requirement(of: action.type) else { return nil }
      return .invalid("missing-field", "`\(action.type)` needs \(requirement).")
    } catch {
      return error
    }
  }

  /// Reads a navigation action.
  ///
  /// - Returns: nil when the type is not a navigation action's, or when a required field is absent, so that an app may
  ///   define an action of that form.
  /// - Throws: `ActionError` when a field has a wrong type or is unknown.
  init?(_ action: Action) throws(ActionError) {
    var fields = FieldReader(action)
    guard let read = try Self.read(action.type, &fields) else { return nil }
    if fields.hasUnknown { try fields.finish(Self.schemas.first { $0.type == action.type }?.fields.names ?? []) }
    self = read
  }

  private static func read(_ type: String, _ fields: inout FieldReader) throws(ActionError) -> NavigationAction? {
    switch type {
    case "push": return try fields.destination().map { .push($0) }
    case "pop":
      fields.skip("result")
      return .pop(count: try fields.count())
    case "popTo":
      guard let match = try fields.match() else { return nil }
      return .popTo(
        match, params: try fields.object("params"), merge: try fields.boolean("merge") ?? false,
        ifAbsent: try fields.ifAbsent())
    case "popToRoot": return .popToRoot
    case "replace": return try fields.destination().map { .replace($0) }
    case "navigate":
      guard let destination = try fields.destination() else { return nil }
      return .navigate(
        destination, merge: try fields.boolean("merge") ?? false, pop: try fields.boolean("pop") ?? false)
    case "insert":
      guard let destination = try fields.destination(), let index = try fields.integer("index") else { return nil }
      return .insert(destination, index: index)
    case "remove":
      guard let id = try fields.string("id") else { return nil }
      return .remove(id, isReported: try fields.boolean("reported") ?? false)
    case "reset": return try fields.object("navigation").map { .reset($0) }
    case "goBack":
      fields.skip("result")
      return .goBack
    case "setParams": return try fields.object("params").map { .setParams($0) }
    case "replaceParams": return try fields.object("params").map { .replaceParams($0) }
    case "pushParams": return try fields.object("params").map { .pushParams($0) }
    case "route":
      guard let goal = try fields.goal() else { return nil }
      return .route(goal, policy: try fields.policy())
    case "select":
      guard let match = try fields.match() else { return nil }
      return .select(match, params: try fields.object("params"), merge: false)
    case "selectNext": return .selectNext(circular: try fields.boolean("circular") ?? false)
    case "selectPrevious": return .selectPrevious(circular: try fields.boolean("circular") ?? false)
    case "selectFirst": return .selectFirst
    case "selectLast": return .selectLast
    case "openDrawer": return .openDrawer
    case "closeDrawer": return .closeDrawer
    case "toggleDrawer": return .toggleDrawer
    case "switchTo": return try fields.destination().map { .switchTo($0) }
    case "present":
      guard let destination = try fields.destination() else { return nil }
      return .present(destination, style: try fields.style(), replacing: try fields.isReplacing())
    case "dismiss":
      fields.skip("result")
      return .dismiss(id: try fields.string("id"), count: try fields.count())
    case "dismissAll": return .dismissAll
    default: return nil
    }
  }

  /// The required fields of an action of that type, for a message.
  static func requirement(of type: String) -> String? {
    switch type {
    case "push", "replace", "navigate", "switchTo", "present": "`route`"
    case "route": "`url` or `route`"
    case "popTo", "select": "one of `route`, `id` and `index`"
    case "insert": "`route` and `index`"
    case "remove": "`id`"
    case "reset": "`navigation`"
    case "setParams", "replaceParams", "pushParams": "`params`"
    default: nil
    }
  }
}

extension FieldReader {
  fileprivate mutating func destination() throws(ActionError) -> NavigationAction.Destination? {
    guard let route = try string("route") else { return nil }
    return NavigationAction.Destination(route: route, params: try object("params"))
  }

  fileprivate mutating func goal() throws(ActionError) -> NavigationAction.Goal? {
    let destination = try destination()
    guard let url = try string("url") else { return destination.map { .route($0) } }
    guard destination == nil, try object("params") == nil else {
      throw .invalid(
        "bad-field", "`url` contains the destination and its params; omit `route` and `params`.", at: "url")
    }
    return .url(url)
  }

  fileprivate mutating func policy() throws(ActionError) -> NavigationAction.Policy {
    guard let text = try string("policy") else { return .push }
    if let policy = NavigationAction.Policy(rawValue: text) { return policy }
    throw .invalid("bad-field", "`policy` must be `push`, `navigate` or `reset`; it is \"\(text)\".", at: "policy")
  }

  fileprivate mutating func count() throws(ActionError) -> Int {
    let count = try integer("count") ?? 1
    if count >= 1 { return count }
    throw .invalid("bad-field", "`count` must be the number of screens, at least 1; it is \(count).", at: "count")
  }

  fileprivate mutating func match() throws(ActionError) -> NavigationAction.Match? {
    let matches: [NavigationAction.Match] = [
      try string("route").map { .route($0) }, try string("id").map { .id($0) }, try integer("index").map { .index($0) },
    ].compactMap { $0 }
    guard matches.count <= 1 else {
      throw .invalid("bad-field", "`route`, `id` and `index` exclude each other; give only one.")
    }
    return matches.first
  }

  fileprivate mutating func style() throws(ActionError) -> Presented.Style? {
    guard let text = try string("style") else { return nil }
    if let style = Presented.Style(rawValue: text) { return style }
    let known = App.list(Presented.Style.allCases.map(\.rawValue))
    throw .invalid("bad-field", "`style` must be one of \(known); it is \"\(text)\".", at: "style")
  }

  fileprivate mutating func isReplacing() throws(ActionError) -> Bool {
    switch try string("mode") {
    case nil, "stack": false
    case "replace": true
    case let text?: throw .invalid("bad-field", "`mode` must be `stack` or `replace`; it is \"\(text)\".", at: "mode")
    }
  }

  fileprivate mutating func ifAbsent() throws(ActionError) -> NavigationAction.IfAbsent {
    guard let text = try string("ifAbsent") else { return .refuse }
    if let choice = NavigationAction.IfAbsent(rawValue: text) { return choice }
    throw .invalid("bad-field", "`ifAbsent` must be `refuse`, `replace` or `push`; it is \"\(text)\".", at: "ifAbsent")
  }
}
