import Testing

@testable import Support

struct HexadecimalTests {
  @Test("Each byte is written as two lower-case hexadecimal digits")
  func writing() {
    #expect([UInt8]([0, 9, 10, 127, 128, 255]).hexadecimal == "00090a7f80ff")
    #expect([UInt8]().hexadecimal == "")
  }

  @Test("Written hexadecimal text is parsed back, and other text is rejected")
  func reading() {
    let all = [UInt8](0...255)
    #expect([UInt8](hexadecimal: all.hexadecimal) == all)
    for wrong in ["0", "0g", "FF", "00 1", "é0"] { #expect([UInt8](hexadecimal: wrong) == nil) }
  }
}
