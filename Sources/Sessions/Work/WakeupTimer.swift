/// A timer on the wall clock that wakes a scheduler.
package protocol WakeupTimer: Sendable {
  /// Sets the closure to call when the timer fires; called once, before anything else.
  func begin(_ onFire: @escaping @Sendable () -> Void)

  /// Fires once at `time`, or when the wall clock is set; replaces the time of an earlier call.
  ///
  /// Fires on any thread, never before this call returns. Does not block.
  ///
  /// - Parameter time: Milliseconds since 1970.
  func fire(at time: Int64)

  /// Stops the timer permanently.
  func end()
}
