import JSON
import Reduction

/// Why an action was not carried out. Nothing has changed.
public struct Refused: Error, Sendable, Equatable {
  public let refusal: Refusal
  /// What was wrong with what was sent; empty when it was the state that refused.
  public let faults: [Fault]

  public init(_ refusal: Refusal, faults: [Fault] = []) {
    self.refusal = refusal
    self.faults = faults
  }
}

/// One thing that is wrong with what was sent, and where it stands there.
public struct Fault: Sendable, Equatable {
  public let pointer: JSONPointer
  public let detail: String

  public init(at pointer: JSONPointer, _ detail: String) {
    self.pointer = pointer
    self.detail = detail
  }
}

extension Refused {
  /// Not an action of this app, or one with a member that cannot be: 422.
  public static func invalid(_ code: String, _ detail: String, at names: String...) -> Refused {
    let pointer = names.reduce(JSONPointer()) { $0.appending(name: $1) }
    return Refused(
      Refusal(code: code, detail: detail, kind: .invalid, isFinal: true), faults: [Fault(at: pointer, detail)])
  }

  /// This container has nothing to do here: the next one is asked, and if none takes it, 409.
  static func passed(_ code: String, _ detail: String) -> Refused {
    Refused(Refusal(code: code, detail: detail, kind: .state, isFinal: false))
  }

  /// The state forbids it, and nobody else is asked: 409.
  public static func forbidden(_ code: String, _ detail: String) -> Refused {
    Refused(Refusal(code: code, detail: detail, kind: .state, isFinal: true))
  }

  /// What is asked for does not exist: 404.
  public static func absent(_ code: String, _ detail: String) -> Refused {
    Refused(Refusal(code: code, detail: detail, kind: .absent, isFinal: true))
  }

  /// What a container's reducer refused; what was sent can only be at fault in its params there.
  static func byReducer(_ refusal: Refusal) -> Refused {
    guard refusal.kind == .invalid else { return Refused(refusal) }
    return Refused(refusal, faults: [Fault(at: JSONPointer().appending(name: "params"), refusal.detail)])
  }

  /// The same, said of an action that stands at that place of what was sent.
  public func moved(under place: JSONPointer) -> Refused {
    Refused(refusal, faults: faults.map { Fault(at: place.appending($0.pointer), $0.detail) })
  }
}
