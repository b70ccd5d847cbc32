import JSON
import Reduction

/// The error of an action that was refused: a ``Refusal`` with the faults of the request. The session is unchanged.
///
/// ```swift
/// throw .invalid("bad-field", "`by` of `add` is a positive integer; this is \(by).", at: "by")
/// ```
public struct ActionError: Error, Sendable, Equatable {
  /// The code and the description of the error.
  public var refusal: Refusal { content.refusal }
  /// The faults of the request; empty when the state refused the action.
  public var faults: [Fault] { content.faults }
  /// One word, since most actions pass on that there is no error.
  private let content: Content

  private final class Content: Sendable {
    let refusal: Refusal
    let faults: [Fault]

    init(_ refusal: Refusal, _ faults: [Fault]) {
      self.refusal = refusal
      self.faults = faults
    }
  }

  /// Creates an error from a refusal.
  public init(_ refusal: Refusal, faults: [Fault] = []) {
    content = Content(refusal, faults)
  }

  /// Whether both have equal refusals and faults.
  public static func == (one: ActionError, other: ActionError) -> Bool {
    one.refusal == other.refusal && one.faults == other.faults
  }
}

extension ActionError: CustomStringConvertible {
  /// The code, the detail, and the places of faults.
  public var description: String {
    let places = faults.map { $0.pointer.text }.filter { !$0.isEmpty }
    return "\(refusal)" + (places.isEmpty ? "" : " (at \(places.joined(separator: ", ")))")
  }
}

/// A fault of a request, with its place in the request.
public struct Fault: Sendable, Equatable {
  /// The place of the fault.
  public let pointer: JSONPointer
  /// The description: what was wrong, with which value, and what would work.
  public let detail: String
  /// The screen that is concerned, if the fault is not one of the request's text.
  public let screen: Screen.ID?

  /// The number of faults of one kind from which on no more are looked for.
  static let most = 100

  /// Creates a fault at `pointer`.
  public init(at pointer: JSONPointer, _ detail: String, screen: Screen.ID? = nil) {
    self.pointer = pointer
    self.detail = detail
    self.screen = screen
  }
}

extension ActionError {
  /// Creates the error (422) of an action that is unknown or has an invalid field.
  ///
  /// - Parameters:
  ///   - code: The reason for programs, in kebab case.
  ///   - detail: The reason for readers.
  ///   - names: The path to the invalid field; empty when the action as a whole is invalid.
  public static func invalid(_ code: String, _ detail: String, at names: String...) -> ActionError {
    let pointer = names.reduce(JSONPointer()) { $0.appending(name: $1) }
    return ActionError(
      Refusal(code: code, detail: detail, kind: .invalid, isFinal: true), faults: [Fault(at: pointer, detail)])
  }

  /// Creates the error of a container to which the action does not apply. The next one is tried; if none accepts, 409.
  static func passed(_ code: String, _ detail: String) -> ActionError {
    ActionError(Refusal(code: code, detail: detail, kind: .state, isFinal: false))
  }

  /// Creates the error (409) of an action that the state does not allow. No other container is tried.
  public static func forbidden(_ code: String, _ detail: String, diagnosis: String? = nil) -> ActionError {
    ActionError(Refusal(code: code, detail: detail, kind: .state, isFinal: true, diagnosis: diagnosis))
  }

  /// Creates the error (404) of an action that refers to something that does not exist.
  public static func absent(_ code: String, _ detail: String) -> ActionError {
    ActionError(Refusal(code: code, detail: detail, kind: .absent, isFinal: true))
  }

  /// Creates the error of an action that a session does not have, or that lacks required fields.
  ///
  /// - Parameter own: The `type`s of the app's own actions.
  static func unknown(_ action: Action, of app: App, known own: [String]) -> ActionError {
    if let fault = NavigationAction.fault(of: action) { return fault }
    if NavigationAction.types.contains(action.type) {
      return .invalid(
        "unknown-action",
        "`screen` hands a screen an action of its own; `\(action.type)` is one of navigation: send it without `screen`, and "
          + "name the screen as `source`.", at: "type")
    }
    // Screens around each other may have the same action.
    var names: Set<String> = []
    let known = (own + NavigationAction.types + ["screen"]).filter { names.insert($0).inserted }
    return .invalid(
      "unknown-action", "`\(app.name)` has no action \"\(action.type)\" here; it has \(App.list(known)).", at: "type")
  }

  /// Creates the error for a refusal by a container's reducer. An invalid refusal concerns the params.
  static func byReducer(_ refusal: Refusal) -> ActionError {
    guard refusal.kind == .invalid else { return ActionError(refusal) }
    return ActionError(refusal, faults: [Fault(at: JSONPointer().appending(name: "params"), refusal.detail)])
  }

  /// Returns this error for an action that is nested in the request at that place.
  public func moved(under place: JSONPointer) -> ActionError {
    ActionError(refusal, faults: faults.map { Fault(at: place.appending($0.pointer), $0.detail, screen: $0.screen) })
  }
}
