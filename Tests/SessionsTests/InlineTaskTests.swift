import Foundation
import Synchronization
import Testing

@testable import Sessions

@Suite("Inline tasks")
struct InlineTaskTests {
  /// A thread that runs one closure at a time, each to its end before `run` returns.
  private final class OtherThread: Sendable {
    func run(_ body: @escaping @Sendable () -> Void) {
      let isDone = DispatchSemaphore(value: 0)
      Thread {
        body()
        isDone.signal()
      }.start()
      isDone.wait()
    }
  }

  /// The places at which the steps of a task ran: their threads, and addresses in their stacks.
  private final class Trace: Sendable {
    private let steps = Mutex<[(thread: UInt, address: UInt)]>([])
    var threads: [UInt] { steps.withLock { $0.map(\.thread) } }
    var addresses: [UInt] { steps.withLock { $0.map(\.address) } }

    func record() {
      var local = 0
      let address = withUnsafePointer(to: &local) { UInt(bitPattern: $0) }
      steps.withLock { $0.append((UInt(pthread_self()), address)) }
    }
  }

  @Test("A task goes on on the thread that delivers the result, also before the start of the wait has returned")
  func thread() {
    let (trace, other, delivering) = (Trace(), OtherThread(), Trace())
    Task.inline {
      trace.record()
      await awaiting { deliver in
        other.run {
          delivering.record()
          deliver(())
        }
      }
      trace.record()
    }
    #expect(trace.threads == [UInt(pthread_self()), delivering.threads[0]])
    #expect(delivering.threads[0] != UInt(pthread_self()))
  }

  @Test("A task whose waits are answered at once ends before it is left, and takes no more stack with each wait")
  func stack() {
    let trace = Trace()
    Task.inline {
      for _ in 1...10_000 {
        await awaiting { deliver in deliver(()) }
        trace.record()
      }
    }
    #expect(trace.threads.count == 10_000)
    #expect(Set(trace.addresses).count < 4)
  }

  @Test("Readers that end at once take no more stack with each reader that waits")
  func readers() {
    let (permits, session) = (
      ReadPermits(ReadPermits.Limits(running: 1, runningInAll: 1, waiting: 1)), SessionID.random()
    )
    let trace = Trace()
    Task.inline { _ = await permits.acquire(for: session, waitsAlways: true) }
    for _ in 1...1_000 {
      Task.inline {
        _ = await permits.acquire(for: session, waitsAlways: true)
        trace.record()
        permits.restore(session)
      }
    }
    permits.restore(session)
    #expect(trace.threads.count == 1_000)
    #expect(Set(trace.addresses).count < 4)
  }

  @Test("A task belongs to the innermost request of the thread that starts it")
  func request() {
    for id in ["outer", "inner"] { ThreadWork.begin(request: Array(id.utf8)[...], or: 0) }
    defer { for _ in 1...2 { ThreadWork.end() } }
    #expect(ThreadWork.Request.current?.id == "inner")
  }
}
