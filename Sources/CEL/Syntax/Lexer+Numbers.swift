extension Lexer {
  /// Reads a number without a sign.
  mutating func number() throws(ExpressionFault) -> Token.Kind {
    let start = column
    if next == "0", peek(1) == "x" || peek(1) == "X" { return try hexadecimal(start) }
    var text = String.UnicodeScalarView()
    appendDigits(to: &text)
    var isInteger = true
    if next == ".", peek(1).isDigit {
      isInteger = false
      appendNext(to: &text)
      appendDigits(to: &text)
    }
    if next == "e" || next == "E", peek(1).isDigit || (peek(1) == "+" || peek(1) == "-") && peek(2).isDigit {
      isInteger = false
      appendNext(to: &text)
      appendNext(to: &text)
      appendDigits(to: &text)
    }
    try checkEnd(start)
    return try isInteger ? integer(UInt64(String(text)), start) : double(String(text), start)
  }

  /// Appends the next character to a text.
  mutating func appendNext(to text: inout String.UnicodeScalarView) {
    text.append(next)
    at += 1
  }

  private mutating func appendDigits(to text: inout String.UnicodeScalarView) {
    while next.isDigit { appendNext(to: &text) }
  }

  private mutating func hexadecimal(_ start: Int) throws(ExpressionFault) -> Token.Kind {
    at += 2
    var text = String.UnicodeScalarView()
    while next.hexadecimalValue != nil { appendNext(to: &text) }
    guard !text.isEmpty else { throw fault("\"0x\" needs a hexadecimal digit", at: start) }
    try checkEnd(start)
    return try integer(UInt64(String(text), radix: 16), start)
  }

  private func checkEnd(_ start: Int) throws(ExpressionFault) {
    if next == "u" || next == "U" { throw fault("unsigned integers are not supported", at: start) }
    if next.isNamePart { throw fault("unexpected \"\(next)\" after a number") }
  }

  private func integer(_ value: UInt64?, _ start: Int) throws(ExpressionFault) -> Token.Kind {
    guard let value, value <= Int64.min.magnitude else { throw fault("the integer exceeds 64 bits", at: start) }
    return .int(value)
  }

  private func double(_ text: String, _ start: Int) throws(ExpressionFault) -> Token.Kind {
    guard let value = Double(text), value.isFinite else {
      throw fault("the number is out of range; the largest is 1.7976931348623157e308", at: start)
    }
    return .double(value)
  }
}
