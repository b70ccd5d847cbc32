import Dispatch
import HTTPServer

extension Serve {
  /// Notifies the service manager periodically, as long as every event loop responds.
  ///
  /// - Returns: nil if the service manager has no watchdog.
  static func startWatchdog(_ manager: ServiceManager?, _ server: HTTPServer) -> (any DispatchSourceTimer)? {
    guard let manager, let microseconds = manager.watchdog else { return nil }
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "navstate.watchdog", qos: .utility))
    // "It is recommended that a daemon sends a keep-alive notification message to the service manager every half of the
    // time returned here" (sd_watchdog_enabled(3)).
    // Limited to a day, since the conversion to `Int` would trap for the greatest values.
    timer.schedule(deadline: .now(), repeating: .microseconds(Int(min(microseconds, 86_400_000_000) / 2)))
    timer.setEventHandler { server.afterTurn { manager.notify(.watchdog) } }
    timer.resume()
    return timer
  }
}
