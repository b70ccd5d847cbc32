import Sessions
import Synchronization

/// How a write ended that the start of the program waits for.
final class WriteCompletion: Sendable {
  let failure = Mutex<JournalFailure?>(nil)
}
