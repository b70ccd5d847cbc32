import CEL
import JSON

/// A variable that expressions of an app definition can read.
package enum LogicVariable: String, Sendable, CaseIterable {
  case data, state, params, screen, args, result, cancelled, answer, session, path, stack, now, by
}

extension LogicScope {
  /// The value of a variable; nil when it has none here.
  func value(of variable: LogicVariable, _ app: App, _ draft: borrowing Draft) -> CELValue? {
    switch variable {
    case .data: return CELValue(draft.tree.data)
    case .state: return actor(draft).map { CELValue($0.state) }
    case .params:
      if let params { return CELValue(.object(params)) }
      return actor(draft).map { screen in
        CELValue(.object(app.routes[screen.route]?.params?.converted(screen.params) ?? screen.params))
      }
    case .screen: return actor(draft).map { CELValue(["id": .string($0.id), "route": .string($0.route)]) }
    case .args: return CELValue(.object(args))
    case .result: return result.map { CELValue($0.value) }
    case .cancelled: return result.map { .bool($0.isCancelled) }
    case .answer: return answer.map { CELValue($0) }
    case .session: return CELValue(draft.session.json)
    case .path: return CELValue(.array(draft.tree.currentPath.map(JSONValue.string)))
    case .stack: return CELValue(.array(draft.tree.focusedStackRoutes.map(JSONValue.string)))
    case .by: return CELValue(draft.session.by?.json ?? .null)
    case .now: return CELTimestamp(milliseconds: draft.now).map(CELValue.timestamp)
    }
  }

  private func actor(_ draft: borrowing Draft) -> Screen? { former ?? screen.flatMap { draft.tree.screen($0) } }
}

extension SessionContext {
  fileprivate var json: JSONValue {
    [
      "id": .string(id), "key": key.map(JSONValue.string) ?? .null, "revision": .integer(Int64(revision)),
      "labels": .object(labels.json),
    ]
  }
}

extension Tree {
  /// The routes of the innermost stack on the focus path, the first screen first; empty without a stack.
  fileprivate var focusedStackRoutes: [String] {
    guard let stack = focusPath.reversed().first(where: { self[$0].kind == .stack }) else { return [] }
    return self[stack].screens.map(\.route)
  }
}
