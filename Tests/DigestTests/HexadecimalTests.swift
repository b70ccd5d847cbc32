import Testing

@testable import Digest

struct HexadecimalTests {
  @Test("Each byte is two digits, in lower case")
  func writing() {
    #expect([UInt8]([0, 9, 10, 127, 128, 255]).hexadecimal == "00090a7f80ff")
    #expect([UInt8]().hexadecimal == "")
  }

  @Test("What was written is read again, and nothing else is")
  func reading() {
    let all = [UInt8](0...255)
    #expect([UInt8](hexadecimal: all.hexadecimal) == all)
    for wrong in ["0", "0g", "FF", "00 1", "é0"] { #expect([UInt8](hexadecimal: wrong) == nil) }
  }
}
