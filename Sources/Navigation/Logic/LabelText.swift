/// The texts that labels of sessions can have.
package enum LabelText {
  /// The limits in characters (Unicode scalars).
  package static let longestName = 100
  package static let longestValue = 200

  /// Whether a text can be the name of a label. It has no colon, which separates it from the value in a filter.
  package static func isName(_ text: String) -> Bool {
    isText(text, 1...longestName) && !text.unicodeScalars.contains(":")
  }

  /// Whether a text can be the value of a label.
  package static func isValue(_ text: String) -> Bool { isText(text, 0...longestValue) }

  /// Whether a text has so many characters, and no control characters.
  package static func isText(_ text: String, _ lengths: ClosedRange<Int>) -> Bool {
    lengths.contains(text.unicodeScalars.count)
      && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
  }
}
