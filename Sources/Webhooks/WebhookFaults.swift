/// The faults of an invalid webhook.
package struct WebhookFaults: Error, Equatable {
  /// The faults, in the order of the parts.
  package let faults: [Fault]

  /// A fault of one part.
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
