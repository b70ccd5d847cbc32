import JSON
import Reduction

// Stored states, and the compiled reducers that read them.
extension App {
  /// Whether compiled reducers read the data or the states of screens.
  package var readsStates: Bool { feature?.checkData != nil || routes.values.contains { $0.feature != nil } }

  /// The reason why a stored state does not fit the reducer of its route; nil: it does, or there is none.
  package func misfit(ofState state: JSONValue, on route: String) -> Fault? {
    guard let feature = routes[route]?.feature else { return nil }
    do throws(ActionError) {
      // A reducer completes a state in the same way.
      try feature.check(state.completed(by: try feature.initialState(routes[route]?.initialParams ?? [:])))
      return nil
    } catch {
      return error.faults.first ?? Fault(at: JSONPointer(), error.refusal.explanation)
    }
  }

  /// The reason why stored data do not fit the reducer of the app; nil: they do, or there is none.
  package func misfit(ofData data: JSONValue) -> Fault? {
    do throws(ActionError) {
      try feature?.checkData?(data)
      return nil
    } catch {
      return error.faults.first ?? Fault(at: JSONPointer(), error.refusal.explanation)
    }
  }
}

extension ActionError {
  /// - Parameter member: The place of the member in the state.
  static func badState(_ detail: String, at member: JSONPointer) -> ActionError {
    let place = JSONPointer().appending(name: "state").appending(member)
    return ActionError(.invalid("bad-state", detail, isFinal: true), faults: [Fault(at: place, detail)])
  }
}
