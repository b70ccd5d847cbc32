import Glibc
import JSON
import Testing

@testable import NavstateServer

@Suite("The text format of the log")
struct LogTests {
  private func line(_ members: JSONObject) -> String {
    String(decoding: Log.text(1_767_323_045_678, .info, "message", members), as: UTF8.self)
  }

  @Test("A log line has the time, the level, the message and the members")
  func line() {
    #expect(line([:]) == "2026-01-02 03:04:05Z info     message\n")
    #expect(
      line(["status": 200, "path": "/v1/apps", "reason": "no space", "list": [1, "x"]])
        == #"2026-01-02 03:04:05Z info     message  status=200 path=/v1/apps reason="no space" list=[1,"x"]"# + "\n")
  }

  @Test("Standard error is the journal if its device and inode are those of JOURNAL_STREAM")
  func journal() throws {
    var status = stat()
    try #require(fstat(STDERR_FILENO, &status) == 0)
    #expect(Log.isJournal("\(status.st_dev):\(status.st_ino)"))
    #expect(!Log.isJournal("\(status.st_dev):\(status.st_ino + 1)"))
    #expect(!Log.isJournal(nil))
  }

  @Test("A log line contains no characters that a terminal interprets")
  func controls() {
    let members: JSONObject = ["a": "\u{1B}[2J\n\u{7F}\u{9B}31m\u{202E}", "b": "", "c": "é"]
    #expect(
      line(members)
        == #"2026-01-02 03:04:05Z info     message  a="\u001b[2J\n\u{7f}\u{9b}31m\u{202e}" b="" c="é""# + "\n")
  }
}
