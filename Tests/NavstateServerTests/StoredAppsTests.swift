import Foundation
import SQLiteJournal
import Sessions
import Testing

@testable import NavstateServer

@Suite("Stored apps at a start")
struct StoredAppsTests {
  private static let shop = #"{"app": "shop", "version": 1, "root": {"kind": "stack"}, "routes": {"home": {}}}"#

  /// Loads the stored apps and the apps of the files, as a server does at its start.
  private func start(_ folder: String, files: String..., then: (AppCatalogue, SQLiteJournal) throws -> Void) throws {
    let journal = try SQLiteJournal(directory: folder + "/data", clock: { 1 })
    let catalogue = AppCatalogue()
    let result = Result {
      try Serve.loadStoredApps(of: journal, into: catalogue)
      for file in files { try Serve.define(file, of: ServerProgram(), in: catalogue, journal) }
      try then(catalogue, journal)
    }
    #expect(journal.close() == nil)
    try result.get()
  }

  @Test("A withdrawn app stays withdrawn after a restart, until its file defines it again")
  func withdrawn() throws {
    try withFolder { folder in
      let file = folder + "/shop.json"
      try Data(Self.shop.utf8).write(to: URL(filePath: file))
      try start(folder, files: file) { catalogue, journal in
        #expect(catalogue.entry("shop")?.isWithdrawn == false)
        // Settled when the journal is closed.
        #expect(journal.submit(.withdraw(app: "shop", versions: [1], at: 2)) { _ in })
      }
      try start(folder) { catalogue, _ in
        #expect(catalogue.entry("shop") == nil)
        #expect(catalogue.version(1, of: "shop")?.isWithdrawn == true)
      }
      try start(folder, files: file) { catalogue, _ in #expect(catalogue.entry("shop") != nil) }
      try start(folder) { catalogue, _ in #expect(catalogue.entry("shop") != nil) }
    }
  }

  @Test("A stored app is loaded although its links cost more than a new definition may")
  func costly() throws {
    let routes = (0..<100).map { #""r\#($0)": {"path": "/:a((a|a)*(a|b)*a(a|b){99}c\#($0))"}"# }.joined(separator: ",")
    let definition = Self.shop.replacing(#""home": {}"#, with: #""home": {}, \#(routes)"#)
    try withFolder { folder in
      try start(folder) { _, journal in
        let app = StoredApp(name: "shop", version: 1, definition: Array(definition.utf8), createdAt: 1)
        #expect(journal.submit(.define(app)) { _ in })
      }
      try start(folder) { catalogue, _ in #expect(catalogue.entry("shop")?.app.routes.count == 101) }
    }
  }

  @Test("A damaged stored app is skipped at a start, until it is defined again", arguments: ["{", "{}", "null", ""])
  func damaged(definition: String) throws {
    try withFolder { folder in
      let file = folder + "/shop.json"
      try Data(Self.shop.utf8).write(to: URL(filePath: file))
      try start(folder) { _, journal in
        let app = StoredApp(name: "shop", version: 1, definition: Array(definition.utf8), createdAt: 1)
        #expect(journal.submit(.define(app)) { _ in })
      }
      try start(folder) { catalogue, _ in #expect(catalogue.version(1, of: "shop") == nil) }
      try start(folder, files: file) { catalogue, _ in #expect(catalogue.entry("shop") != nil) }
      try start(folder) { catalogue, _ in #expect(catalogue.entry("shop") != nil) }
    }
  }

  @Test("A file with another definition of a withdrawn version is rejected")
  func taken() throws {
    try withFolder { folder in
      let file = folder + "/shop.json"
      try Data(Self.shop.utf8).write(to: URL(filePath: file))
      try start(folder, files: file) { _, journal in
        #expect(journal.submit(.withdraw(app: "shop", versions: [1], at: 2)) { _ in })
      }
      try Data(Self.shop.replacing("home", with: "start").utf8).write(to: URL(filePath: file))
      #expect(throws: CommandError.self) { try start(folder, files: file) { _, _ in } }
    }
  }
}
