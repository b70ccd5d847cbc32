/// Actions that were fed back, in the order in which they are to be taken.
package struct FeedbackQueue<Action: Sendable>: Sendable {
  private struct Entry: Sendable {
    let action: Action
    let scope: EffectID?
  }

  private var entries: [Entry]
  /// How many of the entries were taken.
  private(set) var taken = 0

  /// - Parameter actions: Those to take first.
  package init(_ actions: Action...) {
    entries = actions.map { Entry(action: $0, scope: nil) }
  }

  /// Those that were not taken yet.
  package var waiting: [Action] { entries[taken...].map(\.action) }

  package mutating func next() -> Action? {
    guard taken < entries.count else { return nil }
    defer { taken += 1 }
    return entries[taken].action
  }

  /// Notes what `operation` feeds back, or takes back of what was fed back.
  ///
  /// - Returns: Whether that is all that the operation asks for.
  package mutating func take(_ operation: Effect<Action>.Operation) -> Bool {
    switch operation {
    case .send(let action): entries.append(Entry(action: action, scope: nil))
    case .sendWithin(let scope, let action): entries.append(Entry(action: action, scope: scope))
    case .cancelAll(let scope):
      forget(scope)
      return false
    case .after, .cancel, .output, .message: return false
    }
    return true
  }

  private mutating func forget(_ scope: EffectID) {
    let kept = entries[taken...].filter { entry in !(entry.scope.map { $0 == scope || $0.isUnder(scope) } ?? false) }
    entries.replaceSubrange(taken..., with: kept)
  }
}
