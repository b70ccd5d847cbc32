import Synchronization

/// The metrics of the process, collected from their owners for each request.
///
/// Owns no metrics. Collectors are added during the start of the process.
package final class MetricsPage: Sendable {
  /// Writes metrics. May take a lock briefly and read a file, but must not block otherwise.
  package typealias Collector = @Sendable (inout MetricsText) -> Void

  private let collectors = Mutex<[Collector]>([])

  /// Creates a page without collectors.
  package init() {}

  /// Adds a collector.
  package func add(_ collector: @escaping Collector) {
    collectors.withLock { $0.append(collector) }
  }

  /// The current page. Not for event loops: it reads files.
  package var text: [UInt8] {
    var text = MetricsText()
    // Collectors run outside the lock: they may take locks of their own and read files.
    for collect in collectors.withLock({ $0 }) { collect(&text) }
    return text.bytes
  }
}
