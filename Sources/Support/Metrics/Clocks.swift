/// A clock in milliseconds since 1970, which may be set.
package typealias WallClock = @Sendable () -> Int64

/// A clock in nanoseconds since any moment, which only goes forward.
package typealias MonotonicClock = @Sendable () -> Int64
