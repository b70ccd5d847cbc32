import JSON
import Testing

@Suite("The scanner of JSON arrays")
struct JSONArrayScannerTests {
  private func runs(_ text: String, of length: Int, pieces: Int = 3) -> [String]? {
    let bytes = Array(text.utf8)
    var scanner = JSONArrayScanner(runsOf: length)
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      scanner.scan(Array(bytes[start..<min(start + pieces, bytes.count)]))
    }
    guard scanner.isComplete else { return nil }
    return scanner.runs.map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test("The scanner groups adjacent elements into runs and cuts only between elements")
  func cuts() {
    #expect(runs("[1,22,333,4444]", of: 6) == ["1,22", "333", "4444"])
    #expect(runs(#"["a,b",[1,2],{"c":"]"}]"#, of: 1) == [#""a,b""#, "[1,2]", #"{"c":"]"}"#])
  }

  @Test("An element that is longer than a run is a run of its own")
  func longElement() {
    #expect(runs(#"[1,"long long long",2]"#, of: 4) == ["1", #""long long long""#, "2"])
  }

  @Test("An escaped quote does not end a string")
  func escapes() {
    #expect(runs(#"["\"],[",1]"#, of: 1) == [#""\"],[""#, "1"])
  }

  @Test("An empty array has no runs")
  func empty() {
    #expect(runs("[]", of: 10) == [])
  }

  @Test(
    "The scanner is incomplete for a text that is not exactly one array",
    arguments: ["", "[1", "[1]]", "[1]x", "1", "{}"])
  func broken(text: String) {
    #expect(runs(text, of: 10) == nil)
  }
}
