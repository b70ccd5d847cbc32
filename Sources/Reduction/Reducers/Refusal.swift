/// Why an action was not taken: an answer for whoever sent it, not a fault of the program.
///
/// ```swift
/// throw .state("nothing-to-pop", "The stack holds 1 screen; a pop needs 2.")
/// ```
public struct Refusal: Error, Equatable, Sendable {
  /// What kept the action from being taken.
  public enum Kind: Sendable, Equatable {
    /// The state does not allow it now; the same action may be taken later. HTTP: 409.
    case state
    /// It is not an action of this app, or its values are wrong; it will never be taken. HTTP: 422.
    case invalid
    /// It asks for something that does not exist, such as what a link leads to. HTTP: 404.
    case absent
  }

  /// The reason for programs, in kebab case: `nothing-to-pop`.
  public let code: String
  /// The reason for people: what was wrong, with which value, and what would work.
  public let detail: String
  /// Whether another state would allow it.
  public let kind: Kind
  /// Whether the search for another taker ends here. A guard's refusal does; "nothing to pop here" does not.
  public let isFinal: Bool

  /// - Parameters:
  ///   - code: The reason for programs, in kebab case.
  ///   - detail: The reason for people: what was wrong, with which value, and what would work.
  ///   - isFinal: Whether nobody else is to be offered the action.
  @inlinable
  public init(code: String, detail: String, kind: Kind = .state, isFinal: Bool = false) {
    self.code = code
    self.detail = detail
    self.kind = kind
    self.isFinal = isFinal
  }

  /// A refusal by the present state.
  @inlinable
  public static func state(_ code: String, _ detail: String, isFinal: Bool = false) -> Refusal {
    Refusal(code: code, detail: detail, kind: .state, isFinal: isFinal)
  }

  /// A refusal of an action that no state would take.
  @inlinable
  public static func invalid(_ code: String, _ detail: String, isFinal: Bool = false) -> Refusal {
    Refusal(code: code, detail: detail, kind: .invalid, isFinal: isFinal)
  }
}

extension Refusal: CustomStringConvertible {
  public var description: String { "\(code): \(detail)" }
}
