extension Reducer {
  /// A reducer that accepts every action without a change or an effect.
  @inlinable
  public static var empty: Reducer {
    .refusingFirst { _, _, _ in .none }
  }

  /// Creates a reducer that runs all of `reducers` in order on the same state. Their effects are merged in that order.
  ///
  /// All or nothing: when one refuses, the changes and effects of those before it are discarded. Put children before
  /// their parent, so that the parent sees the children's new state.
  @inlinable
  public static func combine(_ reducers: Reducer...) -> Reducer {
    combine(reducers)
  }

  /// Creates a reducer that runs all of `reducers` in order on the same state. Their effects are merged in that order.
  ///
  /// All or nothing: when one refuses, the changes and effects of those before it are discarded.
  @inlinable
  public static func combine(_ reducers: [Reducer]) -> Reducer {
    switch reducers.count {
    case 0: return .empty
    case 1: return reducers[0]
    default: break
    }
    return Reducer { state, action, environment throws(Refusal) in
      var effect = Effect<Action>.none
      for reducer in reducers {
        effect.merge(try reducer.body(&state, action, environment))
      }
      return effect
    }
  }
}
