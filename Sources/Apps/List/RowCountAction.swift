import JSON
import Navigation
import Reduction

/// What can happen on the screen that shows a row's count.
public enum RowCountAction: Equatable, Sendable {
  case step(RowCountStep)
  /// The user wants to see another row's count, or, with nil, the list.
  case setNavigation(selection: ListRow.ID?)
  /// The count is to be loaded. Comes from the router, as soon as the screen is there.
  case load(count: Int)
  /// The count has come. Comes from the effect that loads it.
  case loaded(count: Int)
}

/// What changes a count that is there.
public enum RowCountStep: String, Equatable, Sendable, CaseIterable {
  case increment, decrement
}

extension CasePath<RowCountAction, RowCountStep> {
  static let step = CasePath(
    embed: RowCountAction.step, extract: { if case .step(let step) = $0 { step } else { nil } })
}

extension RowCountAction: ActionConvertible {
  public init?(_ action: Action) throws(Refused) {
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

  public var action: Action {
    switch self {
    case .step(let step): Action(step.rawValue)
    case .setNavigation(let selection): .setNavigation(selection)
    case .load(let count): Action("load", ["count": count.json])
    case .loaded(let count): Action("loaded", ["count": count.json])
    }
  }
}
