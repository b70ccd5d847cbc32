/// Proactive negotiation (RFC 9110 §12.5.1).
extension Request {
  /// Whether the client accepts the media type. Without Accept it accepts every type.
  package func accepts(_ type: StaticString, _ subtype: StaticString) -> Bool {
    quality(of: type, subtype) > 0
  }

  /// The quality of the media type in Accept, from 0 (not acceptable) to 1000.
  ///
  /// The most specific range decides. Parameters of a range other than `q` are ignored: clients that name a charset of
  /// JSON mean JSON. Invalid members are ignored.
  package func quality(of type: StaticString, _ subtype: StaticString) -> Int {
    var (best, specificity, isEmpty) = (0, -1, true)
    for member in values(of: "accept") {
      isEmpty = false
      guard let range = MediaRange(member), let match = range.specificity(for: type, subtype) else { continue }
      if match > specificity || match == specificity && range.quality > best {
        (best, specificity) = (range.quality, match)
      }
    }
    return isEmpty ? 1000 : best
  }
}

private struct MediaRange {
  let media: MediaType
  let quality: Int

  init?(_ bytes: ArraySlice<UInt8>) {
    guard let media = MediaType(bytes) else { return nil }
    guard let quality = media.parameter("q").map(Self.quality) ?? 1000 else { return nil }
    self.media = media
    self.quality = quality
  }

  func specificity(for type: StaticString, _ subtype: StaticString) -> Int? {
    if media.isType(type, subtype) { return 2 }
    if media.isType(type, "*") { return 1 }
    return media.isType("*", "*") ? 0 : nil
  }

  /// `( "0" [ "." 0*3DIGIT ] ) / ( "1" [ "." 0*3("0") ] )` (RFC 9110 §12.4.2), in thousandths.
  private static func quality(_ text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard let first = bytes.first, first == UInt8(ascii: "0") || first == UInt8(ascii: "1") else { return nil }
    guard bytes.count <= 5, bytes.count == 1 || bytes[1] == UInt8(ascii: ".") else { return nil }
    var thousandths = first == UInt8(ascii: "1") ? 1000 : 0
    for (byte, weight) in zip(bytes.dropFirst(2), [100, 10, 1]) {
      guard byte.isDigit else { return nil }
      thousandths += Int(byte - UInt8(ascii: "0")) * weight
    }
    return thousandths <= 1000 ? thousandths : nil
  }
}
