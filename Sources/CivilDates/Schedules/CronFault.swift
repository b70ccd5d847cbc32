/// The reason why a text is not a schedule.
package struct CronFault: Error, CustomStringConvertible {
  /// The wrong field, its value and what would work, as a sentence.
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

extension String {
  /// The text in quotes, without what exceeds a line.
  init(quoted text: some StringProtocol) {
    self = text.count > 60 ? "\"\(text.prefix(60))…\"" : "\"\(text)\""
  }
}
