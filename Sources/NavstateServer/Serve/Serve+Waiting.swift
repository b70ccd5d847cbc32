import Glibc
import PostgresJournal

extension Serve {
  /// Opens a store that nodes share, and waits for it as long as what is wrong may pass.
  ///
  /// - Returns: nil if a signal came first.
  static func waitingForStore(
    _ front: Front, _ log: Log, _ open: () throws(StoreError) -> SharedPersistence
  ) throws -> SharedPersistence? {
    var attempts = 0
    while true {
      do throws(StoreError) {
        return try open()
      } catch {
        guard error.mayPass else { throw error }
        attempts += 1
        // At the first attempt, the second, the fourth, and so on.
        if attempts & (attempts - 1) == 0 {
          log(
            .warning, "the database is not available yet; requests get 503 until it is",
            ["reason": .string(error.description), "attempts": .integer(Int64(attempts))])
        }
        try front.wait(error.description)
        if hasSignal(withinSeconds: 1) {
          log(.info, "stopped")
          return nil
        }
      }
    }
  }

  private static func hasSignal(withinSeconds seconds: Int) -> Bool {
    var (signals, limit) = (stopSignals, timespec(tv_sec: seconds, tv_nsec: 0))
    // sigwaitinfo(2): the signals must be blocked, as `blockSignals` has done.
    return sigtimedwait(&signals, nil, &limit) > 0
  }
}
