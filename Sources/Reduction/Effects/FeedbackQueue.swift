/// A queue of fed-back actions.
package struct FeedbackQueue<Action: Sendable>: Sendable {
  private struct Entry: Sendable {
    let action: Action
    let scope: EffectID?
  }

  private var entries: [Entry]
  /// The number of entries that were removed by `next`.
  private(set) var taken = 0

  /// - Parameter actions: The first entries.
  package init(_ actions: Action...) {
    entries = actions.map { Entry(action: $0, scope: nil) }
  }

  /// The entries that are still queued.
  package var waiting: [Action] { entries[taken...].map(\.action) }

  package mutating func next() -> Action? {
    guard taken < entries.count else { return nil }
    defer { taken += 1 }
    return entries[taken].action
  }

  /// Queues the action that `operation` feeds back, or removes the entries that it cancels.
  ///
  /// - Returns: Whether the operation is completed by that.
  package mutating func handle(_ operation: Effect<Action>.Operation) -> Bool {
    switch operation {
    case .send(let action): entries.append(Entry(action: action, scope: nil))
    case .sendWithin(let scope, let action): entries.append(Entry(action: action, scope: scope))
    case .cancelAll(let scope):
      forget(scope)
      return false
    case .schedule, .cancel, .output, .message: return false
    }
    return true
  }

  private mutating func forget(_ scope: EffectID) {
    // The entries before stay, since `taken` is an index.
    let kept = entries[taken...].filter { entry in !(entry.scope.map { $0 == scope || $0.isUnder(scope) } ?? false) }
    entries.replaceSubrange(taken..., with: kept)
  }
}
