import JSON

extension Action {
  /// The action as a feature knows it that an app composes under a name: `todos.addTodo` as `addTodo`. nil when it is
  /// not under that name.
  public func removing(prefix: String) -> Action? {
    guard type.utf8.starts(with: prefix.utf8), type.utf8.dropFirst(prefix.utf8.count).first == UInt8(ascii: ".") else {
      return nil
    }
    return renamed(String(type.dropFirst(prefix.count + 1)))
  }

  /// The action of a feature as the app knows it that composes the feature under a name: `addTodo` as `todos.addTodo`.
  public func adding(prefix: String) -> Action { renamed("\(prefix).\(type)") }

  private func renamed(_ name: String) -> Action {
    var fields = fields
    fields["type"] = .string(name)
    return Action(name, fields)
  }
}
