import JSON
import Navigation
import Reduction

/// An action of the screen that shows a row's count.
public enum RowCountAction: Equatable, Sendable {
  case step(RowCountStep)
  /// Selects another row; nil shows the list.
  case setNavigation(selection: ListRow.ID?)
  /// Starts loading the count. Sent by the router after the screen is opened.
  case load(count: Int)
  /// The count is loaded. Sent by the effect that loads it.
  case loaded(count: Int)
}

/// A change of a loaded count.
public enum RowCountStep: String, Equatable, Sendable, CaseIterable {
  case increment, decrement
}

extension CasePath<RowCountAction, RowCountStep> {
  static let step = CasePath(
    embed: RowCountAction.step, extract: { if case .step(let step) = $0 { step } else { nil } })
}

extension RowCountAction: ActionConvertible {
  /// Reads `setNavigation`, `load`, `loaded`, `increment` and `decrement`.
  public init?(_ action: Action) throws(ActionError) {
    var fields = FieldReader(action)
    switch action.type {
    case Action.setNavigation:
      self = .setNavigation(selection: try action.selection())
    case "load", "loaded":
      let count = try fields.require(fields.integer("count"), "count")
      try fields.finish(["count"])
      self = action.type == "load" ? .load(count: count) : .loaded(count: count)
    default:
      guard let step = RowCountStep(rawValue: action.type) else { return nil }
      try fields.finish([])
      self = .step(step)
    }
  }

  /// The action as JSON.
  public var action: Action {
    switch self {
    case .step(let step): Action(step.rawValue)
    case .setNavigation(let selection): .setNavigation(selection)
    case .load(let count): Action("load", ["count": count.json])
    case .loaded(let count): Action("loaded", ["count": count.json])
    }
  }
}
