import JSON
import Synchronization

/// A committed revision, as those who listen are told of it. What it is made of is encoded once, however many listen.
package final class SessionEvent: Sendable {
  package let revision: Int
  /// Milliseconds since 1970.
  package let at: Int64
  /// As it was sent.
  package let action: [UInt8]
  /// A JSON array.
  package let outputs: [UInt8]
  /// The reason that the action was refused, which is then that of a timer; nil: it was carried out.
  package let refused: [UInt8]?
  /// The session as this revision left it; nil when nobody wanted it.
  package let session: [UInt8]?
  private let forms = Mutex<[(view: Int, form: any Sendable)]>([])

  package init(
    revision: Int, at: Int64, action: [UInt8], outputs: [UInt8], refused: [UInt8]?, session: [UInt8]?
  ) {
    self.revision = revision
    self.at = at
    self.action = action
    self.outputs = outputs
    self.refused = refused
    self.session = session
  }

  /// The event in the form in which a view of it is sent, made for the first who asks.
  ///
  /// - Parameter view: Each view has one form, always of the same type.
  package func form<Form: Sendable>(for view: Int, _ make: () -> Form) -> Form {
    forms.withLock { forms in
      if let known = forms.first(where: { $0.view == view })?.form as? Form { return known }
      let form = make()
      forms.append((view, form))
      return form
    }
  }
}
