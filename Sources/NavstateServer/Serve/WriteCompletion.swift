import Sessions
import Synchronization

/// The result of a write that the start of the program waits for.
final class WriteCompletion: Sendable {
  let failure = Mutex<JournalFailure?>(nil)
}
