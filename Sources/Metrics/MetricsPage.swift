import Synchronization

/// All figures of a process, gathered from those who have them each time that somebody asks.
///
/// Owns no figure. Collectors are added while the process is put together.
package final class MetricsPage: Sendable {
  /// Writes figures; may take a lock for a moment and read a file, but waits for nothing.
  package typealias Collector = @Sendable (inout MetricsText) -> Void

  private let collectors = Mutex<[Collector]>([])

  package init() {}

  package func add(_ collector: @escaping Collector) {
    collectors.withLock { $0.append(collector) }
  }

  /// The page as it is now. Not for an event loop: it reads files.
  package var text: [UInt8] {
    var text = MetricsText()
    for collect in collectors.withLock({ $0 }) { collect(&text) }
    return text.bytes
  }
}
