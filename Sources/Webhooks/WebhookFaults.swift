/// Why a webhook cannot be as somebody wants it.
package struct WebhookFaults: Error, Equatable {
  package let faults: [Fault]

  package struct Fault: Sendable, Equatable {
    package let part: Part
    /// What was wrong, with which value, and what would work.
    package let detail: String
  }

  /// Named as the members of its JSON.
  package enum Part: String, Sendable {
    case name, url, apps, outputs, secret
  }
}
