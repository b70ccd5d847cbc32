extension String {
  /// Decodes percent-encoded bytes. Nil if the result is not UTF-8, or a `%` is not followed by two hexadecimal digits.
  init?(percentDecoding bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) {
    guard bytes.contains(where: { $0 == UInt8(ascii: "%") || plusIsSpace && $0 == UInt8(ascii: "+") }) else {
      self.init(validating: bytes, as: UTF8.self)
      return
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue else { return nil }
        decoded.append(high << 4 | low)
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? .space : byte)
      }
    }
    self.init(validating: decoded, as: UTF8.self)
  }
}
