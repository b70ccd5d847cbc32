import Foundation
import JSON
import Navigation

extension NavstateClient {
  /// Sends an action.
  @discardableResult
  public func send(_ action: Action) -> SentRequest { enqueue("actions", action.fields) }

  /// Sends an action of an app in Swift.
  @discardableResult
  public func send(_ action: some ActionConvertible) -> SentRequest { send(action.action) }

  /// Sends actions that are carried out as one change, or not at all.
  @discardableResult
  public func send(_ actions: [Action]) -> SentRequest {
    enqueue("actions", ["actions": .array(actions.map { .object($0.fields) })])
  }

  /// Opens a screen on top of the stack.
  @discardableResult
  public func push(_ route: String, _ params: JSONObject = [:]) -> SentRequest { open("push", route, params) }

  /// Replaces the top screen of the stack.
  @discardableResult
  public func replace(_ route: String, _ params: JSONObject = [:]) -> SentRequest { open("replace", route, params) }

  /// Presents a screen, as the route or the style tells.
  @discardableResult
  public func present(_ route: String, _ params: JSONObject = [:], style: Presented.Style? = nil) -> SentRequest {
    open("present", route, params, style.map { ["style": .string($0.rawValue)] } ?? [:])
  }

  /// Selects a tab, a page or an entry of a drawer.
  @discardableResult
  public func select(_ route: String) -> SentRequest { send(Action("select", ["route": .string(route)])) }

  /// Replaces the child of a switch.
  @discardableResult
  public func switchTo(_ route: String, _ params: JSONObject = [:]) -> SentRequest { open("switchTo", route, params) }

  /// Goes back like the system's back button.
  ///
  /// - Parameter result: The result for the screen that opened the current one; nil: it was cancelled.
  @discardableResult
  public func back(result: JSONValue? = nil) -> SentRequest { close("goBack", result) }

  /// Removes the top screen of the stack.
  @discardableResult
  public func pop(result: JSONValue? = nil) -> SentRequest { close("pop", result) }

  /// Goes back to a screen below.
  @discardableResult
  public func popTo(_ route: String) -> SentRequest { send(Action("popTo", ["route": .string(route)])) }

  /// Goes back to the first screen of the stack.
  @discardableResult
  public func popToRoot() -> SentRequest { send(Action("popToRoot")) }

  /// Dismisses the topmost presented screen.
  @discardableResult
  public func dismiss(result: JSONValue? = nil) -> SentRequest { close("dismiss", result) }

  /// Merges params into those of the focused screen.
  @discardableResult
  public func setParams(_ params: JSONObject) -> SentRequest {
    send(Action("setParams", ["params": .object(params)]))
  }

  /// Merges params into those of the focused screen. `goBack` and `pop` return to the former ones first.
  @discardableResult
  public func pushParams(_ params: JSONObject) -> SentRequest {
    send(Action("pushParams", ["params": .object(params)]))
  }

  /// Reports that the device has removed a screen by itself, such as by a swipe. It is no error if it is absent.
  @discardableResult
  public func reportRemoved(_ screen: Screen.ID) -> SentRequest {
    send(Action("remove", ["id": .string(screen), "reported": true]))
  }

  /// Undoes the last changes. It is seen when the server has answered.
  @discardableResult
  public func undo(steps: Int = 1) -> SentRequest { enqueue("undo", ["steps": steps.json]) }

  /// Redoes changes that were undone. It is seen when the server has answered.
  @discardableResult
  public func redo(steps: Int = 1) -> SentRequest { enqueue("redo", ["steps": steps.json]) }

  private func open(_ type: String, _ route: String, _ params: JSONObject, _ more: JSONObject = [:]) -> SentRequest {
    var fields: JSONObject = ["route": .string(route)]
    if !params.isEmpty { fields["params"] = .object(params) }
    fields.merge(more)
    return send(Action(type, fields))
  }

  private func close(_ type: String, _ result: JSONValue?) -> SentRequest {
    send(Action(type, result.map { ["result": $0] } ?? [:]))
  }
}
