/// The error of a reducer that does not accept an action. The answer to a request, not a fault of the program.
///
/// ```swift
/// throw .state("nothing-to-pop", "The stack holds 1 screen; a pop needs 2.")
/// ```
public struct Refusal: Error, Equatable, Sendable {
  /// The cause of a refusal, which decides about retries and the HTTP status.
  public enum Kind: Sendable, Equatable {
    /// The current state does not allow the action; a later state may. HTTP: 409.
    case state
    /// The action is unknown to the app or has wrong values; no state allows it. HTTP: 422.
    case invalid
    /// The action refers to something that does not exist, such as the target of a link. HTTP: 404.
    case absent
    /// The sender does not have the right. HTTP: 403.
    case role
  }

  /// The reason for programs, in kebab case: `nothing-to-pop`.
  public let code: String
  /// The reason for readers: what was wrong, with which value, and what would work.
  public let detail: String
  /// The reason for the operator, with what clients must not know, such as an expression of the app and the values that it
  /// read; nil: `detail` says everything.
  public let diagnosis: String?
  /// Whether another state would allow it.
  public let kind: Kind
  /// Whether the action is offered to no further container. True for a guard, false for "nothing to pop here".
  public let isFinal: Bool

  /// Creates a refusal.
  ///
  /// - Parameters:
  ///   - code: The reason for programs, in kebab case.
  ///   - detail: The reason for readers: what was wrong, with which value, and what would work.
  ///   - kind: The cause, which decides about the HTTP status.
  ///   - isFinal: Whether the action is offered to no further container.
  ///   - diagnosis: The reason for the operator, with what clients must not know; nil: `detail`.
  @inlinable
  public init(
    code: String, detail: String, kind: Kind = .state, isFinal: Bool = false, diagnosis: String? = nil
  ) {
    self.code = code
    self.detail = detail
    self.diagnosis = diagnosis
    self.kind = kind
    self.isFinal = isFinal
  }

  /// Creates a refusal by the current state (HTTP 409).
  @inlinable
  public static func state(_ code: String, _ detail: String, isFinal: Bool = false) -> Refusal {
    Refusal(code: code, detail: detail, kind: .state, isFinal: isFinal)
  }

  /// Creates a refusal of an action that no state allows (HTTP 422).
  @inlinable
  public static func invalid(_ code: String, _ detail: String, isFinal: Bool = false) -> Refusal {
    Refusal(code: code, detail: detail, kind: .invalid, isFinal: isFinal)
  }
}

extension Refusal: CustomStringConvertible {
  /// The reason for the operator or the author of the app: the diagnosis, or the detail without one.
  public var explanation: String { diagnosis ?? detail }

  /// Code and explanation: `nothing-to-pop: The stack holds 1 screen; a pop needs 2.`
  public var description: String { "\(code): \(explanation)" }
}
