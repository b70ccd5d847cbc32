import Navigation
import Support

/// Divides sessions by a hash: the same names always give the same place.
enum Shares {
  /// A place from 0 to less than 1.
  static func place(of names: String...) -> Double {
    // No name has U+0000, so that different names have different texts.
    let hash = SHA256.hash(Array(names.joined(separator: "\u{0}").utf8))
    let number = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // 53 bits, which a Double has.
    return Double(number >> 11) / 9_007_199_254_740_992
  }

  /// Whether a session is in the share that gets a version of an app. A greater share has all of a smaller one.
  ///
  /// - Parameters:
  ///   - share: Hundredths of a percent.
  ///   - subject: The key of the session, or its id.
  static func isWithin(_ share: Int, of app: String, _ version: Int, _ subject: String) -> Bool {
    place(of: app, String(version), subject) * 10_000 < Double(share)
  }
}

extension App {
  /// The labels that the server gives to a new session.
  ///
  /// - Parameter subject: The key of the session, or its id if it has none.
  package func variantLabels(of subject: String) -> Labels {
    var labels: Labels = [:]
    for variant in variants.all {
      labels[variant.name] = variant.value(at: Shares.place(of: name, variant.name, subject))
    }
    return labels
  }

  /// The labels of a session that comes to this version of the app: the variants that it has no label for are chosen now.
  ///
  /// - Parameter subject: As in ``variantLabels(of:)``.
  func labels(completing labels: Labels, of subject: String) throws(ActionError) -> Labels {
    var labels = labels
    for (name, value) in variantLabels(of: subject) where labels[name] == nil { labels[name] = value }
    guard labels.count <= SessionMetadata.mostLabels else { throw .tooManyLabels(labels.count) }
    return labels
  }
}

extension ActionError {
  /// The refusal to set a label that is a variant's.
  package static func variantLabel(_ name: String, of app: App) -> ActionError {
    .invalid(
      "bad-member",
      "The label `\(name)` is a variant of `\(app.name)`, which the server sets when a session is created; omit it.",
      at: "labels", name)
  }
}
