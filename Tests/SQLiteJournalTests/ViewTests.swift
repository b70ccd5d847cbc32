import JSON
import Navigation
@testable import SQLiteJournal
import TestSupport
import Synchronization
import Testing

@testable import Sessions

@Suite("Views of sessions")
struct ViewTests {
  /// Tabs with a stack and with a drawer in a sheet. Some values have members named like those of a container.
  private static let root = #"""
    {"id":"root","kind":"tabs","selected":1,"history":["a1","a2"],"screens":[
      {"id":"a1","route":"list","params":{"screens":[{"id":"no"}]},"state":{"n":3}},
      {"id":"a2","route":"more","params":{},"state":{"content":{"id":"no"},"presented":[{"screen":{"id":"no"}}]},
        "content":{"id":"a3","kind":"stack","selected":0,
          "screens":[{"id":"a4","route":"home","params":{},"state":{"count":2},"opener":"a1"}],
          "presented":[{"style":"sheet","screen":{"id":"a5","route":"s","params":{"a":1},"state":null,
            "content":{"id":"a6","kind":"drawer","selected":0,"history":["a7"],"open":true,
              "screens":[{"id":"a7","route":"in","params":{},"state":{}}],"presented":[]}}}]}}],
     "presented":[{"style":"alert","screen":{"id":"a8","route":"q","params":{},"state":{"yes":1}}}]}
    """#

  private static let id = SessionID.random()

  private static var snapshot: StateSnapshot {
    get throws {
      let row = SessionRow(
        id: id, app: "shop", appVersion: 1, revision: 1, createdAt: 1, updatedAt: 1, nextID: 9, outputs: 0,
        data: Array("{}".utf8), tokenHash: [1])
      // As a session writes it.
      let root = try Container(stored: try JSONValue(parsing: Array(root.utf8)))
      return StateSnapshot(session: row, navigation: root.text[...])
    }
  }

  /// Returns the rows of a view as sorted texts.
  private func rows(_ view: String, _ columns: String, in harness: JournalHarness) throws -> [String] {
    let connection = try Connection(path: harness.directory + "/navstate.db", mode: .existing)
    let row = connection.statement("SELECT json_array(\(columns)) FROM \(view)")
    defer { row.reset() }
    var rows: [String] = []
    while try row.step() { rows.append(row.text(0)) }
    return rows.sorted()
  }

  @Test("The views have a row for each container and each screen, and for no value that looks like one")
  func views() async throws {
    try await withJournal { harness async throws in
      #expect(await harness.journal.write(.create(try Self.snapshot)) == nil)
      #expect(
        try rows("containers", "id, screen, kind, selected, history, open", in: harness) == [
          #"["a3","a2","stack",0,"[]",null]"#, #"["a6","a5","drawer",0,"[\"a7\"]",1]"#,
          #"["root",null,"tabs",1,"[\"a1\",\"a2\"]",null]"#,
        ])
      #expect(
        try rows("screens", "id, container, position, presented, route, opener", in: harness) == [
          #"["a1","root",0,null,"list",null]"#, #"["a2","root",1,null,"more",null]"#,
          #"["a4","a3",0,null,"home","a1"]"#, #"["a5","a3",0,"sheet","s",null]"#, #"["a7","a6",0,null,"in",null]"#,
          #"["a8","root",0,"alert","q",null]"#,
        ])
      #expect(
        try rows("screens", "id, params, state", in: harness).first
          == #"["a1","{\"screens\":[{\"id\":\"no\"}]}","{\"n\":3}"]"#)
      #expect(
        try rows("counters", "screen, route, name, value", in: harness) == [
          #"["a1","list","n",3]"#, #"["a4","home","count",2]"#, #"["a8","q","yes",1]"#,
        ])
    }
  }

  @Test("The index of last changes exists only where unchanged sessions expire", arguments: [true, false, nil])
  func updates(isNeeded: Bool?) throws {
    try withFolder { directory in
      for isFirstNeeded in [true, false] {
        for isNeeded in [isFirstNeeded, isNeeded] {
          let journal = try SQLiteJournal(directory: directory, expiresUnchanged: isNeeded, clock: { 1 })
          #expect(journal.close() == nil)
        }
        let count = try Connection(path: directory + "/navstate.db", mode: .reading).integer(
          "SELECT count(*) FROM sqlite_schema WHERE name = 'sessions_by_update'")
        #expect(count == (isNeeded ?? isFirstNeeded ? 1 : 0))
      }
    }
  }
}
