import Dispatch
import Sessions
import Synchronization
import Testing

@testable import SQLiteJournal

@Suite("The queue of reads", .timeLimit(.minutes(1)))
struct ReadQueueTests {
  private let queue = ReadQueue(capacity: 100)
  private let answered = Answered()

  private final class Answered: Sendable {
    let names = Mutex<[String]>([])
  }

  private func put(load name: String) {
    _ = queue.put(query(name, isShort: true))
  }

  private func put(past name: String, of session: SessionID) {
    _ = queue.put(query(name, isShort: false, of: session))
  }

  private func query(_ name: String, isShort: Bool, of session: SessionID = .random()) -> Reader.Query {
    Reader.Query(isShort: isShort, session: session) { [answered] _ in
      answered.names.withLock { $0.append(name) }
      return nil
    }
  }

  private static func makeReader() -> Reader {
    Reader(
      Database(path: "", vfs: nil), queries: ReadQueue(capacity: 1), backlog: SnapshotBacklog([:]), clock: { 0 })
  }

  private func dequeue(_ selection: ReadQueue.Selection = .all) -> Bool {
    guard let query = queue.dequeue(selection) else { return false }
    return query.run(Self.makeReader()) == nil
  }

  @Test("Short reads are taken first, and long reads from each session in turn")
  func order() {
    let (one, other) = (SessionID.random(), SessionID.random())
    for number in 1...3 { put(past: "a\(number)", of: one) }
    put(past: "b1", of: other)
    put(load: "load")
    while dequeue() {}
    #expect(answered.names.withLock { $0 } == ["load", "a1", "b1", "a2", "a3"])
  }

  @Test("A reader of short reads takes no long reads")
  func short() {
    put(past: "a", of: .random())
    #expect(!dequeue(.short))
    put(load: "load")
    #expect(dequeue(.short))
    #expect(answered.names.withLock { $0 } == ["load"])
    #expect(queue.count == 1)
  }

  @Test("Waiting readers are woken by a read, and end when the queue is closed and empty")
  func waiting() {
    let done = DispatchGroup()
    for selection in [ReadQueue.Selection.short, .all] {
      DispatchQueue.global().async(group: done) { [queue] in
        let semaphore = DispatchSemaphore(value: 0)
        while let query = queue.wait(selection, semaphore) {
          _ = query.run(Self.makeReader())
        }
      }
    }
    for number in 0..<50 { put(past: "\(number)", of: .random()) }
    queue.close()
    done.wait()
    #expect(answered.names.withLock { $0.count } == 50)
    #expect(!queue.put(query("", isShort: true)))
  }

  @Test("A full queue rejects a new read and accepts the rest of a read")
  func capacity() {
    let queue = ReadQueue(capacity: 1)
    #expect(queue.put(query("", isShort: true)))
    #expect(!queue.put(query("", isShort: true)))
    #expect(queue.putRest(query("", isShort: true)))
  }
}
