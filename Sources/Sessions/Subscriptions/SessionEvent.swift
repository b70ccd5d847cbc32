import JSON
import Navigation
import Synchronization

/// A committed revision as sent to subscribers. Encoded once for all of them.
package final class SessionEvent: Sendable {
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  package let origin: ChangeOrigin
  /// The action as received.
  package let action: [UInt8]
  /// A JSON array.
  package let outputs: [UInt8]
  /// The reason for a timer's refused action; nil: it was carried out.
  package let refused: [UInt8]?
  /// Whether the change came with an import, as only a replay has them.
  package let isImported: Bool
  /// The session at this revision; nil when no subscriber wants it.
  package let session: [UInt8]?
  /// The difference from the revision before; nil when no subscriber wants it.
  package let transition: Transition?
  private let forms = Mutex<[(view: Int, form: any Sendable)]>([])

  package init(
    revision: Int, at: Int64, origin: ChangeOrigin = ChangeOrigin(), action: [UInt8], outputs: [UInt8],
    refused: [UInt8]?, isImported: Bool = false, session: [UInt8]?, transition: Transition? = nil
  ) {
    self.revision = revision
    self.at = at
    self.origin = origin
    self.action = action
    self.outputs = outputs
    self.refused = refused
    self.isImported = isImported
    self.session = session
    self.transition = transition
  }

  /// Whether the change has outputs. Nearly all changes have the empty array, `[]`.
  package var hasOutputs: Bool { outputs.count > 2 }

  /// Returns the encoding of the event for a view, created on first use.
  ///
  /// - Parameter view: A view always has the same form type.
  package func form<Form: Sendable>(for view: Int, _ make: () -> Form) -> Form {
    forms.withLock { forms in
      if let known = forms.first(where: { $0.view == view })?.form as? Form { return known }
      // Under the lock, so that each form is encoded once.
      let form = make()
      forms.append((view, form))
      return form
    }
  }
}

/// The difference of a revision from the one before, for clients that apply it to their own copy.
package struct Transition: Sendable {
  /// The plan as JSON, an array of steps.
  package let plan: [UInt8]
  /// The app's data as JSON; nil when it has not changed.
  package let data: [UInt8]?
  /// The version of the app; nil when it has not changed.
  package let appVersion: Int?

  /// - Parameter tree: The tree after the edits.
  init(_ edits: [Edit], to tree: borrowing Tree) {
    var json = JSONWriter(capacity: 64 + 192 * edits.count)
    Plan(edits).write(to: &json)
    plan = json.bytes
    let changesData = edits.contains { if case .data = $0 { true } else { false } }
    data = changesData ? tree.data.bytes : nil
    let changesVersion = edits.contains { if case .version = $0 { true } else { false } }
    appVersion = changesVersion ? tree.appVersion : nil
  }
}
