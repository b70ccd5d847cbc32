extension Reducer {
  /// Takes every action, changes nothing and asks for nothing.
  @inlinable
  public static var empty: Reducer {
    .refusingFirst { _, _, _ in .none }
  }

  /// All of `reducers`, one after the other on the same state; their effects in the same order.
  ///
  /// All or nothing: when one refuses, what those before it changed is undone and what they asked for is dropped.
  /// Children stand before their parent, so that the parent can read the children's last state.
  @inlinable
  public static func combine(_ reducers: Reducer...) -> Reducer {
    combine(reducers)
  }

  /// All of `reducers`, one after the other on the same state; their effects in the same order.
  ///
  /// All or nothing: when one refuses, what those before it changed is undone and what they asked for is dropped.
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
