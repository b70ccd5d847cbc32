import Apps
import JSON
import Kettle
import Navigation
import Synchronization
import Testing

@testable import Sessions

extension Rehearsal {
  func archive(_ id: SessionID) async throws -> SessionArchive {
    let export: SessionExport = try await withCheckedThrowingContinuation { done in
      registry.export(id) {
        done.resume(throwing: Unexpected(what: $0.line))
      } answer: {
        done.resume(returning: $0)
      }
    }
    return try SessionArchive(parsing: try await export.bytes)
  }

  func take(_ archive: SessionArchive, of app: App) -> String {
    let asked = Told()
    registry.add(archive, of: app, defining: nil, tokenHash: [1]) {
      RenderedAnswer(status: 201, body: $0)
    } answer: {
      asked.take($0)
    }
    journal.settle()
    return asked.text
  }

  func compact(_ retention: Retention) async {
    journal.settleByItself { _ in nil }
    await withCheckedContinuation { done in registry.compact(retention) { done.resume() } }
  }
}

struct Unexpected: Error {
  let what: String
}

private final class Told: Sendable {
  private let lines = Mutex<[String]>([])
  var text: String { lines.withLock { $0.joined(separator: "\n") } }

  func take(_ outcome: Importing) {
    let line =
      switch outcome {
      case .created(_, _, let revision): "created \(revision)"
      case .exists: "exists"
      case .faulty(let faults): faults.faults.map { "line \($0.line): \($0.detail)" }.joined(separator: "\n")
      case .journalBusy: "busy"
      case .failed(let failure): "failed \(failure)"
      }
    lines.withLock { $0.append(line) }
  }
}

@Suite("Archives of sessions")
struct ArchiveTests {
  /// A session with a past of all kinds.
  private func walked(seed: UInt64, _ rehearsal: Rehearsal) throws -> SessionID {
    var walk = Walk(seed: seed)
    let id = try rehearsal.session(.shelves)
    for _ in 0..<100 {
      rehearsal.clock.advance(Int64(walk.upTo(50)))
      switch walk.upTo(12) {
      case 1: _ = rehearsal.travel(.undo(steps: walk.upTo(4)), in: id)
      case 2: _ = rehearsal.travel(.redo(steps: walk.upTo(4)), in: id)
      case 3:
        _ = rehearsal.travel(.jump(revision: walk.upTo(try rehearsal.store(id).state.withLock { $0.revision })), in: id)
      default: rehearsal.send(walk.action(), to: id)
      }
      rehearsal.journal.settle()
    }
    return id
  }

  @Test(
    "are the same bytes again after an import, however much of the past is kept, and go on as the session did",
    arguments: 1...6 as ClosedRange<UInt64>)
  func random(seed: UInt64) async throws {
    let first = Rehearsal()
    let id = try walked(seed: seed, first)
    if seed % 2 == 0 {
      first.journal.project(try first.store(id)) { _ in }
      var retention = Retention()
      retention.revisions = Int(seed) * 6
      await first.compact(retention)
    }
    let archive = try await first.archive(id)
    let read = try SessionArchive(parsing: archive.bytes)
    #expect(read.bytes == archive.bytes)
    let second = Rehearsal()
    second.clock.advance(first.clock.now - second.clock.now)
    #expect(second.take(read, of: .shelves) == "created \(archive.session.revision)")
    #expect(try await second.archive(id).bytes == archive.bytes)
    let restarted = Rehearsal(after: second, copy: true)
    #expect(try await restarted.archive(id).bytes == archive.bytes)
    #expect(second.read(id).answer == first.read(id).answer)
    for revision in 1...archive.session.revision {
      #expect(second.read(revision, of: id).answer == first.read(revision, of: id).answer)
    }
    for travel in [Travel.redo(steps: 2), .undo(steps: 3), .undo(steps: 1_000), .redo(steps: 1_000)] {
      let answers = [first, second].map { rehearsal in
        let asked = rehearsal.travel(travel, in: id, wantsSession: true)
        rehearsal.journal.settle()
        return asked
      }
      while answers[0].answer == nil || answers[1].answer == nil { await Task.yield() }
      #expect(answers[0].answer == answers[1].answer)
    }
  }

  @Test("keep timers with their deadlines, and those that were pending in the past")
  func timers() async throws {
    let first = Rehearsal()
    let id = try first.session(Kettle.app)
    first.send(Action("boil", Kettle.boil("a", after: 1_000)), to: id)
    first.clock.advance(300)
    first.send(Action("boil", Kettle.boil("b", after: 5_000)), to: id)
    first.journal.settle()
    let archive = try await first.archive(id)
    #expect(archive.timers.count == 2)
    let second = Rehearsal()
    #expect(second.take(try SessionArchive(parsing: archive.bytes), of: Kettle.app) == "created 3")
    #expect(second.journal.tables.sessions[id]?.timers.count == 2)
    #expect(try second.timers(id) == first.timers(id))
    let bell = second.bell()
    second.clock.advance(first.clock.now - second.clock.now)
    second.advance(10_000, bell)
    second.advance(10_000, bell)
    #expect(try second.timers(id) == [])
  }

  @Test("are not taken twice")
  func twice() async throws {
    let rehearsal = Rehearsal()
    let id = try rehearsal.session()
    #expect(rehearsal.take(try await rehearsal.archive(id), of: Counter.app) == "exists")
  }

  /// Replaces a text in an archive that is otherwise whole.
  private static func altered(_ archive: SessionArchive, _ old: String, _ new: String) -> [UInt8] {
    var lines = text(archive.bytes).split(separator: "\n").dropLast().map { $0.replacing(old, with: new) }
    lines.removeAll { $0.isEmpty }
    let body = lines.map { $0 + "\n" }.joined()
    let end = #"{"lines":\#(lines.count),"sha256":"\#(SessionArchive.digest(of: Array(body.utf8)))"}"# + "\n"
    return Array((body + end).utf8)
  }

  @Test(
    "are refused with the line when something in them does not fit",
    arguments: [
      (#""navstate":1"#, #""navstate":2"#, "line 1: `navstate`"),
      (#""nextID":1"#, #""nextID":99999999999999999"#, "line 1: `nextID`"),
      (#""nextID":1"#, #""nextID":0"#, "line 1: `nextID`"),
      (#""outputs":0"#, #""outputs":1"#, "line 1: `outputs`"),
      (#""tip":4"#, #""tip":3"#, "line 1: `tip`"), (#""shown":4,"tip":4"#, #""shown":3,"tip":4"#, "line 1: `shown`"),
      (#""route":"counter""#, #""route":"nowhere""#, "line 1: The app counter has no route"),
      (#""screens":[{"#, #""screens":[],"x":[{"#, "line 1: The session begins with no tree"),
      (#""revision":3,"at""#, #""revision":4,"at""#, "line 3: Revision 4: it does not follow"),
      (#"["state","a1",{"count":1}"#, #"["state","a1",{"count":7}"#, "line 3: Revision 3: a1 has another state"),
      (#"["state","a1",{"count":1}"#, #"["state","a9",{"count":1}"#, "line 3: Revision 3: there is no screen a9"),
      (
        #"["state","a1",{"count":1},{"count":2}]"#,
        #"["insert","root",9,{"id":"a8","route":"counter","params":{},"state":{}}]"#,
        "line 3: Revision 3: root has no place 9"
      ),
      (
        #"["state","a1",{"count":1},{"count":2}]"#,
        #"["remove","root",0,{"id":"a1","route":"counter","params":{},"state":{"count":1}}]"#,
        "line 3: Revision 3: root has no screen"
      ),
      (#"["state","a1",{"count":1},{"count":2}]"#, #"["move","root",0,3]"#, "line 3: Revision 3: root has no place 3"),
      (
        #"["state","a1",{"count":1},{"count":2}]"#,
        #"["insert","root",1,{"id":"a1","route":"counter","params":{},"state":{}}]"#,
        "line 3: Revision 3: there is a screen a1 already"
      ),
      (
        #"["state","a1",{"count":1},{"count":2}]"#,
        #"["insert","root",1,{"id":"a9223372036854775807","route":"counter","params":{},"state":{}}]"#,
        nil
      ),
      (
        #"["state","a1",{"count":1},{"count":2}]"#,
        #"["dismiss","root",0,{"style":"sheet","screen":{"id":"a1","route":"counter","params":{},"state":{}}}]"#,
        "line 3: Revision 3: root has no place 0"
      ),
      (
        #"["state","a1",{"count":1},{"count":2}]"#,
        #"["replace","root",{"id":"root","kind":"stack","screens":[],"presented":[]},{"id":"q","kind":"stack","screens":[],"presented":[]}]"#,
        "line 3: Revision 3: root would be replaced"
      ),
      (
        #"["state","a1",{"count":1},{"count":2}]"#,
        #"["unschedule","t9",5,{"screen":null,"effect":"","action":{"type":"x"}}]"#,
        "line 3: Revision 3: there is no such timer"
      ),
      (
        #"["state","a1",{"count":1},{"count":2}]"#,
        #"["schedule","t9",-99999999999999999,{"screen":null,"effect":"","action":{"type":"x"}}]"#,
        "line 3: Revision 3: revision 3: A timer cannot be read"
      ),
      (
        #"["state","a1",{"count":1},{"count":2}]"#,
        #"["focus","root",{"selected":0},{"selected":9223372036854775807}]"#, nil
      ),
      (
        #"["state","a1",{"count":1},{"count":2}]"#, #"["leap"]"#,
        "line 3: Revision 3: revision 3: A step cannot be read"
      ),
      (
        #""outputs":[],"stateOf":null}"#, #""outputs":[{"seq":5,"name":"x","value":1}],"stateOf":null}"#,
        "line 1: `outputs`"
      ),
      (#""actor":null"#, #""actor":5"#, "line 2: `actor`"),
      (#""stateOf":null"#, #""stateOf":9"#, "line 2: `stateOf`"),
    ] as [(String, String, String?)])
  func faults(old: String, new: String, expected: String?) async throws {
    let first = Rehearsal()
    let id = try first.session()
    for _ in 0..<3 { first.send(.increment, to: id) }
    first.journal.settle()
    let bytes = Self.altered(try await first.archive(id), old, new)
    let second = Rehearsal()
    let said: String
    do throws(ArchiveFaults) {
      said = second.take(try SessionArchive(parsing: bytes), of: Counter.app)
    } catch {
      said = error.faults.map { "line \($0.line): \($0.detail)" }.joined(separator: "\n")
    }
    #expect(said.hasPrefix(expected ?? "line"), "\(said)\n\(text(bytes))")
    #expect(second.journal.tables.sessions.isEmpty)
  }

  @Test("are refused wherever they were cut, and when a byte of them is another")
  func cuts() async throws {
    let first = Rehearsal()
    let id = try first.session()
    for _ in 0..<3 { first.send(.increment, to: id) }
    first.journal.settle()
    let bytes = try await first.archive(id).bytes
    for count in 0..<bytes.count {
      #expect(throws: ArchiveFaults.self) { try SessionArchive(parsing: Array(bytes.prefix(count))) }
      var other = bytes
      other[count] ^= 1
      #expect(throws: ArchiveFaults.self) { try SessionArchive(parsing: other) }
    }
  }
}
