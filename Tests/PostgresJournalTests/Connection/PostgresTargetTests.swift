import PostgresJournal
import Testing

private let library = try? PostgresLibrary()

@Suite("The target of a connection to PostgreSQL", .enabled(if: library != nil, "libpq is not installed"))
struct PostgresTargetTests {
  @Test func `A library that does not exist is named with the remedy`() {
    let error = #expect(throws: PostgresError.self) { try PostgresLibrary(named: "libmissing.so.5") }
    #expect(error?.description.contains("libmissing.so.5") == true)
    #expect(error?.description.contains("libpq5") == true)
  }

  @Test func `libpq is version 14 or newer`() throws {
    #expect(try #require(library).version >= 140_000)
  }

  @Test func `An invalid URL is refused with the reason of libpq`() throws {
    let library = try #require(library)
    let error = #expect(throws: PostgresError.self) { try PostgresTarget("postgres://h/d?colour=red", library) }
    #expect(error == .target("invalid URI query parameter: \"colour\""))
  }

  @Test(arguments: [
    ("postgres://u:secret@a:1,b:2/d", "postgres://a:1,b:2/d"), ("postgres://a,b/d", "postgres://a,b/d"),
    ("postgresql:///d", "postgres://localhost/d"), ("host=h port=5 dbname=d password=p", "postgres://h:5/d"),
  ])
  func `The description has neither the user nor the password`(_ text: String, _ description: String) throws {
    #expect(try PostgresTarget(text, try #require(library)).description == description)
  }

  @Test func `A server that does not answer is reported as unreachable`() throws {
    let library = try #require(library)
    let target = try PostgresTarget("postgres://127.0.0.1:1/d", library)
    let error = #expect(throws: PostgresError.self) { try PostgresConnection(target, name: "tests", library) }
    guard case .unreachable = error else { return #expect(Bool(false), "\(String(describing: error))") }
  }
}
