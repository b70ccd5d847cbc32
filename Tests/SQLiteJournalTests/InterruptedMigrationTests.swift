import Migrations
import SQLiteJournal
import Simulation
import Testing

@Suite("Interrupted migrations")
struct InterruptedMigrationTests {
  private let database = "/data/navstate.db"

  @Test(
    "An interrupted migration leaves a complete schema, and the next start continues from it",
    arguments: [0, 1, 3, 5])
  func interrupted(number: Int) throws {
    let contents = number == 0 ? [:] : [database: try EarlierDatabase(number: number).contents()]
    let schemas = try schemas()
    let rows = number == 0 ? 0 : try count(on: SimulatedDisk(SimulatedDisk.Image(contents), seed: 1))
    var calls = 0
    var isDone = false
    while !isDone {
      calls += 1
      let disk = SimulatedDisk(SimulatedDisk.Image(contents), seed: UInt64(calls))
      isDone = open(disk, turningOffAt: calls)
      for (end, image) in [("a kill", disk.afterKill), ("a power cut", disk.afterPowerCut())] {
        let found = SimulatedDisk(image, seed: 1)
        let reached = try migrations(on: found)
        #expect(reached >= number)
        if let schema = schemas[reached] {
          #expect(try self.schema(on: found) == schema, "\(end) after \(calls) calls, \(reached) migrations")
        }
        let again = SimulatedDisk(image, seed: 2)
        #expect(open(again, turningOffAt: nil), "\(end) after \(calls) calls")
        #expect(try migrations(on: again) == Migrations.migrations.count)
        #expect(try count(on: again) == rows)
      }
    }
    #expect(calls > 20, "The migrations wrote too little to be interrupted")
  }

  /// - Returns: Whether the journal was opened and closed while the disk was on.
  private func open(_ disk: SimulatedDisk, turningOffAt last: Int?) -> Bool {
    var calls = 0
    disk.visit = { [unowned disk] call in
      guard call != .read, call != .lock else { return nil }
      calls += 1
      if calls == last { disk.turnOff() }
      return nil
    }
    defer { disk.visit = nil }
    do {
      let journal = try SQLiteJournal(directory: "/data", vfs: disk.name, steps: JournalSteps(), clock: { 1 })
      _ = journal.close()
      return !disk.isOff
    } catch {
      return false
    }
  }

  private func migrations(on disk: SimulatedDisk) throws -> Int {
    let connection = try Connection(path: database, mode: .create, vfs: disk.name)
    guard try connection.integer("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'") != nil else { return 0 }
    return Int(try connection.integer("SELECT max(number) FROM migrations") ?? 0)
  }

  /// Returns the schemas by their number of migrations. The newest is the schema of a new database.
  private func schemas() throws -> [Int: [String]] {
    var schemas: [Int: [String]] = [:]
    for earlier in EarlierDatabase.all {
      schemas[earlier.number] = try schema(
        on: SimulatedDisk(SimulatedDisk.Image([database: earlier.contents()]), seed: 1))
    }
    let new = SimulatedDisk(seed: 1)
    #expect(open(new, turningOffAt: nil))
    schemas[Migrations.migrations.count] = try schema(on: new)
    return schemas
  }

  private func schema(on disk: SimulatedDisk) throws -> [String] {
    let row = try Connection(path: database, mode: .create, vfs: disk.name).statement(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    defer { row.reset() }
    var schema: [String] = []
    while try row.step() { schema.append(row.text(0)) }
    return schema
  }

  private func count(on disk: SimulatedDisk) throws -> Int {
    let connection = try Connection(path: database, mode: .create, vfs: disk.name)
    let tables = ["sessions", "screens", "changes", "revisions", "answers", "apps"]
    return try tables.reduce(0) { $0 + Int(try connection.integer("SELECT count(*) FROM \($1)") ?? 0) }
  }
}
