import SQLiteJournal
import Simulation
import Testing

@Suite("Interrupted migrations")
struct InterruptedMigrationTests {
  private let database = "/data/navstate.db"

  @Test("An interrupted migration leaves a complete schema or none, and the next start completes it")
  func interrupted() throws {
    let new = SimulatedDisk(seed: 1)
    #expect(open(new, turningOffAt: nil))
    let schema = try schema(on: new)
    var calls = 0
    var isDone = false
    while !isDone {
      calls += 1
      let disk = SimulatedDisk(seed: UInt64(calls))
      isDone = open(disk, turningOffAt: calls)
      for (end, image) in [("a kill", disk.afterKill), ("a power cut", disk.afterPowerCut())] {
        let found = SimulatedDisk(image, seed: 1)
        #expect([[], schema].contains(try self.schema(on: found)), "\(end) after \(calls) calls")
        let again = SimulatedDisk(image, seed: 2)
        #expect(open(again, turningOffAt: nil), "\(end) after \(calls) calls")
        #expect(try self.schema(on: again) == schema)
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

  private func schema(on disk: SimulatedDisk) throws -> [String] {
    let row = try Connection(path: database, mode: .create, vfs: disk.name).statement(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
    defer { row.reset() }
    var schema: [String] = []
    while try row.step() { schema.append(row.text(0)) }
    return schema
  }
}
