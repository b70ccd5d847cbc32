import JSON
import TestSupport
import Navigation
import Synchronization
import Testing

@testable import Sessions

extension SessionsHarness {
  /// Starts the delivery of messages.
  func post(onFailure notes: Dropped = Dropped()) -> ManualTimer {
    let wakeup = ManualTimer { [clock] in clock.now }
    registry.startMessages(wakeup, onFailure: notes.record)
    return wakeup
  }

  /// Advances the clock, then delivers and commits until nothing is due.
  func bring(_ wakeup: ManualTimer, after milliseconds: Int64 = 0) {
    clock.advance(milliseconds)
    repeat {
      wakeup.fireIfDue()
      journal.settle()
    } while wakeup.isDue
  }

  /// Sends an action from a client of one session to another session.
  @discardableResult
  func message(
    _ action: Action, from sender: SessionID, to recipient: String, key: IdempotencyKey? = nil, isTrusted: Bool = true
  ) -> Asked {
    let request = ActionRequest(
      actions: [], message: SentMessage(to: recipient, action), isBatch: false,
      sent: Array(#"{"type":"message"}"#.utf8), precondition: nil, key: key, wantsSession: false)
    return ask { await $0.post(request, from: sender, isTrusted: isTrusted) }
  }

  /// The text that the screen of a walkie-talkie has received.
  func heard(_ id: SessionID) throws -> String {
    let tree = try store(id).state.withLock { $0.draft.tree }
    return tree.current.state["heard"]?.stringValue ?? ""
  }
}

/// The refusal codes of the dropped messages; `gone` stands for a missing recipient.
final class Dropped: Sendable {
  private let taken = Mutex<[String]>([])
  var codes: [String] { taken.withLock { $0 } }

  func record(_ undelivered: Undelivered) {
    taken.withLock { $0.append(undelivered.refused?.refusal.code ?? "gone") }
  }
}

extension Action {
  static func say(_ text: String, to recipient: SessionID) -> Action {
    Action("say", ["text": .string(text), "to": .string(recipient.text)])
  }

  static func hear(_ text: String) -> Action { Action("hear", ["text": .string(text)]) }
}
