import JSON

extension Action {
  /// Returns the action of a feature that the app composes under a name: `todos.addTodo` becomes `addTodo`. Nil when
  /// the type has a different prefix.
  public func removing(prefix: String) -> Action? {
    guard type.utf8.starts(with: prefix.utf8), type.utf8.dropFirst(prefix.utf8.count).first == UInt8(ascii: ".") else {
      return nil
    }
    return renamed(String(type.dropFirst(prefix.count + 1)))
  }

  /// Returns the app's action for that of a feature composed under a name: `addTodo` becomes `todos.addTodo`.
  public func adding(prefix: String) -> Action { renamed("\(prefix).\(type)") }

  private func renamed(_ name: String) -> Action {
    var fields = fields
    fields["type"] = .string(name)
    return Action(name, fields)
  }
}
