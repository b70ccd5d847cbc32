import ExampleApps
import JSON
import Navigation
import TestSupport
import Testing

@testable import Sessions

@Suite("Invalid archives")
struct ArchiveFaultTests {
  private static let step = #"["state","a1",{"count":1},{"count":2}]"#

  /// A session of four revisions.
  private func forger() async throws -> Forger {
    let harness = SessionsHarness()
    let id = try harness.session()
    for _ in 0..<3 { harness.send(.increment, to: id) }
    harness.journal.settle()
    return Forger(try await harness.archive(id))
  }

  private func expectRefusal(of archive: [UInt8], _ expected: String) async {
    let second = SessionsHarness()
    let end = await second.importArchive(archive, of: Counter.app)
    #expect(end.hasPrefix(expected), "\(end)\n\(text(archive))")
    #expect(second.journal.tables.sessions.isEmpty)
  }

  @Test(
    "An invalid archive is rejected with the line and the invalid member",
    arguments: [
      (#""navstate":1"#, #""navstate":2"#, "line 1: `navstate`"),
      (#""nextID":1"#, #""nextID":99999999999999999"#, "line 1: `nextID`"),
      (#""nextID":1"#, #""nextID":0"#, "line 1: `nextID`"),
      (#""outputs":0"#, #""outputs":1"#, "line 1: `outputs`"),
      (#""tip":4"#, #""tip":3"#, "line 1: `tip`"),
      (#""shown":4,"tip":4"#, #""shown":3,"tip":4"#, "line 1: `shown`"),
      (#""route":"counter""#, #""route":"nowhere""#, "line 1: The app counter has no route"),
      (#""screens":[{"#, #""screens":[],"x":[{"#, "line 1: The line is not as an export writes it"),
      (
        #""kind":"stack""#, #""kind":"pages""#,
        "line 1: The first state of the session is invalid: root is of the kind"
      ),
      (#""data":{}"#, #""data":[]"#, "line 1: The first state of the session is invalid: the data is an array"),
      (#""data":{}"#, #""data":{"a":1}"#, ""),
      (#""revision":3,"at""#, #""revision":4,"at""#, "line 3: Revision 4: the next revision must be 3"),
      (#""action":{"type":"increment"}"#, #""action":{"kind":"increment"}"#, "line 2: `action` must be an object"),
      (#""action":{"type":"increment"}"#, #""action":[]"#, "line 2: `action` must be an object"),
      (#""action":{"type":"increment"}"#, #""action":{"actions":[]}"#, "line 2: `action` must be an object"),
      (#""actor":null"#, #""actor":5"#, "line 2: `actor`"),
      (#""actor":null,"#, "", "line 2: The line is not as an export writes it"),
      (#""stateOf":null"#, #""stateOf":9"#, "line 2: `stateOf`"),
      (
        #""outputs":[],"stateOf":null}"#, #""outputs":[{"seq":5,"name":"x","value":1}],"stateOf":null}"#,
        "line 2: Revision 2: output 1 must have"
      ),
      (#""outputs":[],"#, #""outputs":{},"#, "line 2: Revision 2: its `outputs` must be an array"),
    ] as [(String, String, String)])
  func members(old: String, new: String, expected: String) async throws {
    let forger = try await forger()
    guard !expected.isEmpty else {
      #expect(await SessionsHarness().importArchive(forger.replacing(old, with: new), of: Counter.app) == "created 4")
      return
    }
    await expectRefusal(of: forger.replacing(old, with: new), expected)
  }

  @Test("The number of an output is limited, also after revisions that are not in the archive")
  func outputNumbers() async throws {
    var forger = try await forger()
    // The archive begins with revision 2.
    let changes = [
      (#""oldest":1"#, #""oldest":2"#), (#""state":{"count":0}"#, #""state":{"count":1}"#),
      (
        #""outputs":[],"stateOf":null}"#,
        #""outputs":[{"seq":9223372036854775807,"name":"x","value":1},{"seq":1,"name":"x","value":1}],"stateOf":null}"#
      ),
    ]
    for (old, new) in changes { forger = Forger(forger.replacing(old, with: new)) }
    await expectRefusal(of: Forger.sealed(forger.lines), "line 2: Revision 2: output 9223372036854775807 must have")
  }

  @Test(
    "An archive with an edit that does not apply is rejected with the line of the edit",
    arguments: [
      (#"["state","a1",{"count":7},{"count":2}]"#, "a1 has a different state"),
      (#"["state","a9",{"count":1},{"count":2}]"#, "the screen a9 does not exist"),
      (#"["insert","root",9,{"id":"a8","route":"counter","params":{},"state":{}}]"#, "root has no index 9"),
      (#"["remove","root",0,{"id":"a1","route":"counter","params":{},"state":{"count":1}}]"#, "root has no screen"),
      (#"["move","root",0,3]"#, "root has no index 3"),
      (#"["insert","root",1,{"id":"a1","route":"counter","params":{},"state":{}}]"#, "the screen a1 already exists"),
      (#"["insert","root",1,{"id":"a8","route":"nowhere","params":{},"state":{}}]"#, "`counter` has no route"),
      (
        #"["dismiss","root",0,{"style":"sheet","screen":{"id":"a1","route":"counter","params":{},"state":{}}}]"#,
        "root has no index 0"
      ),
      (
        #"["replace","root",{"id":"root","kind":"stack","screens":[],"presented":[]},{"id":"q","kind":"stack","screens":[],"presented":[]}]"#,
        "root would be replaced"
      ),
      (#"["unschedule","t9",5,{"screen":null,"effect":"","action":{"type":"x"}}]"#, "the timer t9 does not exist"),
      (
        #"["schedule","t9",-99999999999999999,{"screen":null,"effect":"","action":{"type":"x"}}]"#,
        "revision 3: A timer cannot be read"
      ),
      (#"["data","",{},[]]"#, "the data is an array"), (#"["leap"]"#, "revision 3: An edit cannot be read"),
    ] as [(String, String)])
  func steps(new: String, expected: String) async throws {
    let archive = try await forger().replacing(Self.step, with: new)
    await expectRefusal(of: archive, "line 3: Revision 3: \(expected)")
  }

  @Test("An archive whose session exceeds the size limit is rejected with the line")
  func size() async throws {
    let archive = try await forger().replacing(
      Self.step, with: #"["data","",{},{"a":"\#(String(repeating: "x", count: 260_000))"}]"#)
    await expectRefusal(of: archive, "line 3: Revision 3: the session takes about 26")
  }

  @Test("A truncated archive and an archive with one changed byte are rejected")
  func cuts() async throws {
    let bytes = Forger.sealed(try await forger().lines)
    func isTaken(_ bytes: [UInt8]) -> Bool {
      (try? CheckedArchive(ArchiveBytes(bytes), SessionLimits()) { _, _ in AppVersions(Counter.app) }) != nil
    }
    #expect(isTaken(bytes))
    for count in 0..<bytes.count {
      #expect(!isTaken(Array(bytes.prefix(count))))
      var other = bytes
      other[count] ^= 1
      #expect(!isTaken(other))
    }
  }

  @Test("An archive with a line above the length limit is rejected with the line")
  func longLine() async throws {
    let lines = try await forger().lines
    let long = Array(#"{"revision":2,"x":"\#(String(repeating: "x", count: 5 << 20))"}"#.utf8)
    await expectRefusal(of: Forger.sealed([lines[0], long]), "line 2: The line exceeds the limit of 3211264 bytes")
  }
}
