extension Effect {
  /// Creates an effect of the operations of all `effects`, in order.
  @inlinable
  public static func merge(_ effects: Effect...) -> Effect {
    merge(effects)
  }

  /// Creates an effect of the operations of all `effects`, in order.
  @inlinable
  public static func merge(_ effects: [Effect]) -> Effect {
    var merged = Effect.none
    for effect in effects { merged.merge(effect) }
    return merged
  }

  /// Appends the operations of `other`.
  @inlinable
  public mutating func merge(_ other: Effect) {
    switch (storage, other.storage) {
    case (_, .none): break
    case (.none, _): storage = other.storage
    default: storage = .many(operations + other.operations)
    }
  }

  /// Returns this effect for a store whose actions are made from these by `transform`.
  ///
  /// Outputs and messages stay unchanged, since they are not actions of the store.
  @inlinable
  public func map<Other>(_ transform: (Action) -> Other) -> Effect<Other> {
    switch storage {
    case .none: .none
    case .one(let operation): Effect<Other>(storage: .one(operation.map(transform)))
    case .many(let operations): Effect<Other>(storage: .many(operations.map { $0.map(transform) }))
    }
  }
}
