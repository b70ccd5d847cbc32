import JSON
import Navigation
import Reduction

/// The result of trying a possible action.
enum DryRunResult {
  case allowed(changes: Bool)
  /// The members that a client has to fill in.
  case needs([JSONPointer])
  case refused(Refusal)
}

extension DryRunResult {
  /// Reports an incomplete action as one to fill in, not as refused; so one that a confirmation allows, or one whose
  /// refusal may depend on the values.
  init(_ refused: ActionError, of possibility: Possibility) {
    if refused.refusal.code == "confirmation-needed" {
      self = .needs(possibility.needs + [JSONPointer().appending(name: "confirmed")])
      return
    }
    guard refused.refusal.kind == .invalid else {
      let dependsOnValues = !possibility.isExhaustive && !Self.independent.contains(refused.refusal.code)
      self = dependsOnValues ? .needs(possibility.needs) : .refused(refused.refusal)
      return
    }
    let type = JSONPointer().appending(name: "type")
    let places = refused.faults.map(\.pointer).filter { !$0.isRoot && $0 != type }
    self = places.isEmpty ? .refused(refused.refusal) : .needs(places)
  }

  /// The codes of refusals that no values avoid.
  private static let independent: Set = ["route-not-taken", "covered", "destination-not-allowed", "too-deep"]
}
