import CShims
import Dispatch
import Glibc
import Synchronization

/// Serves the connections that it accepts, on one serial queue that never blocks.
///
/// The queue watches one epoll set through one dispatch source. When that fires, the loop handles events until there
/// are none for a moment. Dispatch arms the source again after the handler and polls the set then, so no event is lost.
///
/// Unchecked: mutable state is used on `queue` only, or before `start`. Other threads use `inbox`, `counters` and
/// `thread`, which are synchronised.
final class EventLoop: @unchecked Sendable {
  let responder: any Responder
  let limits: ConnectionLimits
  let connectionLimiter: ConnectionLimiter
  let counters = Counters()
  let queue: DispatchQueue
  let epoll: Epoll
  let inbox: LoopInbox
  /// The thread that runs the loop now; 0: none.
  let thread = Atomic<UInt>(0)
  private var source: (any DispatchSourceRead)?

  var acceptor: Acceptor
  /// The connections by descriptor.
  var connections: [Connection?] = []
  var generation: UInt32 = 0
  /// The number of open connections, refused ones included.
  var connectionCount = 0
  var refusedCount = 0
  let held: LoopHeldBytes
  /// Connections with more input than one turn reads.
  var unfinished: [Connection] = []
  /// Connections with output for their streams, in order; the first `readyPosition` have been served.
  var readyConnections: [Connection] = []
  var readyPosition = 0

  /// The connection whose requests are being answered: their responses are written to `outbound` directly.
  var current: ObjectIdentifier?
  /// The output of the current connection; empty between connections.
  var outbound: [UInt8] = []
  let inbound = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// A reused buffer for the content of the inbox; empty between turns except for its capacity.
  var received = LoopInbox.Content()
  var timer: SecondTimer
  /// The number of requests at the last tick, and whether there was none since the one before.
  var requestsAtTick = 0
  var isResting = false
  var now = MonotonicTime.now
  var date = DateField()

  var isDraining = false
  var hasEnded = false
  var onEnd: [@Sendable () -> Void] = []

  init(
    index: Int, listeningSockets: [Int32], responder: any Responder, limits: ConnectionLimits,
    connectionLimiter: ConnectionLimiter, held: HeldBytes
  ) throws(ServerError) {
    acceptor = Acceptor(listeningSockets)
    self.responder = responder
    self.limits = limits
    self.connectionLimiter = connectionLimiter
    self.held = LoopHeldBytes(held)
    queue = DispatchQueue(label: "HTTPServer.EventLoop.\(index)")
    epoll = try Epoll()
    inbox = try LoopInbox()
    timer = try SecondTimer(isFast: limits.late != nil)
    guard
      epoll.add(inbox.descriptor, for: epoll_event.input | epoll_event.edgeTriggered),
      epoll.add(timer.descriptor, for: epoll_event.input)
    else { throw .last("epoll_ctl") }
  }

  deinit {
    inbound.deallocate()
  }

  func start() {
    enter { loop in
      guard loop.source == nil, !loop.isDraining else { return }
      let source = DispatchSource.makeReadSource(fileDescriptor: loop.epoll.descriptor, queue: loop.queue)
      // The handler retains the loop until the source is cancelled.
      source.setEventHandler { loop.enterOnQueue { $0.handleEvents() } }
      loop.source = source
      loop.startAccepting()
      source.activate()
    }
  }

  /// Schedules `task` on the loop. A busy loop takes it from the inbox; for one that is idle or was never started, the
  /// queue runs it.
  func enter(_ task: @escaping LoopInbox.LoopTask) {
    inbox.post(task)
    queue.async {
      self.enterOnQueue {
        $0.updateTime()
        // Until it is empty: from then on, a post wakes the loop.
        while $0.drainInbox() {}
      }
    }
  }

  private func enterOnQueue(_ body: (EventLoop) -> Void) {
    thread.store(pthread_self(), ordering: .relaxed)
    body(self)
    // Dispatch may run another loop on this thread next. That loop must not pass for this one in `isAnswering`.
    thread.store(0, ordering: .relaxed)
  }

  /// Ends the loop after the last connection has closed. The descriptors are closed with the last reference to the
  /// loop.
  func end() {
    hasEnded = true
    let unseen = inbox.close()
    // Those who posted these were told that they are taken, so they count on a callback.
    for task in unseen.urgentTasks { task(self) }
    for streamWrite in unseen.streamWrites {
      if case .begin = streamWrite.content { streamWrite.stream.close(as: .disconnected) }
    }
    held.publish()
    held.total.remove(self)
    source?.cancel()
    source = nil
    for body in onEnd { body() }
    onEnd = []
  }
}

extension EventLoop {
  /// The time in milliseconds that the thread waits for events before it returns to Dispatch. Returning and being
  /// called again costs two thread switches, a third of a request when connections are few.
  private static var idleWait: Int32 { 10 }

  private func handleEvents() {
    updateTime()
    while true {
      let isBusy = drainInbox() || !unfinished.isEmpty || !readyConnections.isEmpty
      // `drainInbox` found nothing if the loop waits here: from then on every post signals the inbox's descriptor.
      let events = epoll.ready(within: isBusy ? 0 : Self.idleWait)
      if events.isEmpty && !isBusy { return }
      updateTime()
      for event in events { handle(event) }
      if !unfinished.isEmpty { serveUnfinished() }
      if !readyConnections.isEmpty { serveReadyConnections() }
    }
  }

  private func updateTime() {
    now = .now
    date.update()
  }

  @inline(__always)
  private func handle(_ event: epoll_event) {
    let descriptor = event.descriptor
    guard event.generation != 0 else { return handleOwn(descriptor) }
    // An earlier event of this batch may have closed the connection.
    // The index is valid, since `add` extends the array before it watches a descriptor.
    guard let connection = connections[Int(descriptor)], connection.generation == event.generation else { return }
    // An error, or the end of both directions: nothing can be received or sent any more.
    if event.events & epoll_event.hangup != 0 { return close(connection) }
    if event.events & epoll_event.peerClosed != 0 { connection.endIsNear = true }
    if event.events & epoll_event.input != 0 { connection.isReadable = true }
    serve(connection)
  }

  private func handleOwn(_ descriptor: Int32) {
    switch descriptor {
    case inbox.descriptor: break  // The inbox is drained after every batch of events.
    case timer.descriptor: tick()
    default: accept(from: descriptor)
    }
  }

  private func serveUnfinished() {
    let connections = unfinished
    // Before the calls, which append connections that still have input.
    unfinished = []
    for connection in connections where connection.isOpen { serve(connection) }
  }
}
