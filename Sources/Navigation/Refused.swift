import Reduction

/// Why an action was not carried out. Nothing has changed.
public struct Refused: Error, Sendable, Equatable {
  public let refusal: Refusal
  /// JSON Pointer into the action to what was wrong with it; nil when it was the state that refused.
  public let pointer: String?

  public init(_ refusal: Refusal, pointer: String? = nil) {
    self.refusal = refusal
    self.pointer = pointer
  }
}

extension Refused {
  /// Not an action of this app, or one with a member that cannot be: 422.
  public static func invalid(_ code: String, _ detail: String, at pointer: String) -> Refused {
    Refused(Refusal(code: code, detail: detail, kind: .invalid, isFinal: true), pointer: pointer)
  }

  /// This container has nothing to do here: the next one is asked, and if none takes it, 409.
  static func passed(_ code: String, _ detail: String) -> Refused {
    Refused(Refusal(code: code, detail: detail, kind: .state, isFinal: false))
  }

  /// The state forbids it, and nobody else is asked: 409.
  public static func forbidden(_ code: String, _ detail: String) -> Refused {
    Refused(Refusal(code: code, detail: detail, kind: .state, isFinal: true))
  }
}
