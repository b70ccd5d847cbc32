import Testing

@testable import HTTP

@Suite struct ByteSetTests {
  @Test("Each class has the characters of its rule and no other byte")
  func classes() {
    let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
    let name = letters + "-._~!$&'()*+,;="
    let classes: [(ByteSet, String)] = [
      (.digits, "0123456789"), (.hexDigits, "0123456789abcdefABCDEF"), (.token, letters + "!#$%&'*+-.^_`|~"),
      (.name, name), (.path, name + ":@/"), (.query, name + ":@/?"),
    ]
    for (set, characters) in classes {
      #expect((0...UInt8.max).filter(set.contains) == characters.utf8.sorted())
    }
  }
}
