/// The faults of an invalid webhook.
package struct WebhookFaults: Error, Equatable {
  package let faults: [Fault]

  package struct Fault: Sendable, Equatable {
    package let part: Part
    /// The fault: what was wrong, with which value, and what would work.
    package let detail: String
  }

  /// The faulty part, named like its JSON member.
  package enum Part: String, Sendable {
    case name, url, apps, outputs, secret
  }
}
