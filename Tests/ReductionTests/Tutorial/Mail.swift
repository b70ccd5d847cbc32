import Reduction
import Synchronization

/// Delivers messages to the stores of one process, by name.
final class Mail: MessageSender {
  private let boxes = Mutex<[String: @Sendable (any Message) -> Void]>([:])

  func open(_ name: String, _ onMessage: @escaping @Sendable (any Message) -> Void) {
    boxes.withLock { $0[name] = onMessage }
  }

  func send(_ message: any Message, to recipient: String) {
    boxes.withLock { $0[recipient] }?(message)
  }
}
