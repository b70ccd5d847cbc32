import JSON
import Navigation

/// The kind of action that led from one screen to another.
package enum FlowCause: String, Sendable, CaseIterable {
  case push, select, `switch`, present, link, back, undo, other

  /// - Parameter type: The type of the action that was sent, the last one of a batch.
  init(_ type: String) {
    self =
      switch type {
      case "push", "navigate": .push
      case "select", "selectNext", "selectPrevious", "selectFirst", "selectLast": .select
      case "switchTo": .switch
      case "present": .present
      case "route": .link
      case "goBack", "pop", "popTo", "popToRoot", "dismiss", "dismissAll": .back
      case "undo", "redo", "jump", "amend": .undo
      default: .other
      }
  }

  /// - Parameter action: The action of a stored change as JSON, or a batch.
  init(stored action: [UInt8]) { self.init((try? JSONValue(parsing: action)) ?? .null) }

  init(_ action: JSONValue) {
    let object = action.objectValue
    let last = object?["type"] ?? object?["actions"]?.arrayValue?.last?["type"]
    self.init(last?.stringValue ?? "")
  }
}

extension ActionRequest {
  var flowCause: FlowCause { historyMove != nil ? .undo : FlowCause(actions.last?.type ?? "") }
}
