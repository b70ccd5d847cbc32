import CLinux
import Dispatch
import Glibc
import HTTP
import Synchronization

/// Serves the connections it accepts, on one serial queue that never blocks.
///
/// The queue watches one epoll set through one dispatch source; when that fires, the set is drained until nothing has
/// been ready for a moment. Dispatch arms the source again after the handler, and looks at the set then, so that no
/// event is lost.
///
/// Unchecked: what varies is touched on `queue` only, or before `start`. Other threads reach `mailbox`, `counters`
/// and `thread`, which synchronise themselves.
final class EventLoop: @unchecked Sendable {
  let responder: any Responder
  let limits: ConnectionLimits
  let connectionLimiter: ConnectionLimiter
  let counters = Counters()
  let queue: DispatchQueue
  let epoll: Epoll
  let inbox: LoopInbox
  /// The thread that runs the loop at this moment, 0 when none does.
  let thread = Atomic<UInt>(0)
  private var source: (any DispatchSourceRead)?

  var listeningSockets: [Int32]
  var isAccepting = false
  /// By descriptor.
  var connections: [Connection?] = []
  var generation: UInt32 = 0
  /// How many connections there are, those that were turned away included.
  var connectionCount = 0
  var refusedCount = 0
  let held: HeldBytes
  /// What the connections hold more than `held` was told: bytes, and connections that hold something.
  var unpublished = (bytes: 0, holders: 0)
  /// Those with more to read than their turn allows.
  var unfinished: [Connection] = []
  /// Those with something for their streams, in order; the first `linePosition` have been served.
  var readyConnections: [Connection] = []
  var readyPosition = 0

  /// Whose requests are being answered: answers to these go straight to `outbound`.
  var current: ObjectIdentifier?
  /// What is to be written to the current connection; empty between connections.
  var outbound: [UInt8] = []
  let inbound = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  /// What was taken from the mailbox; empty but for its capacity while nothing is.
  var received = LoopInbox.Content()
  var timer: SecondTimer
  var now = MonotonicTime.now
  var date = DateField()

  var isDraining = false
  var hasEnded = false
  var onEnd: [@Sendable () -> Void] = []

  init(
    index: Int, listeningSockets: [Int32], responder: any Responder, limits: ConnectionLimits,
    connectionLimiter: ConnectionLimiter, held: HeldBytes
  ) throws(ServerError) {
    self.listeningSockets = listeningSockets
    self.responder = responder
    self.limits = limits
    self.connectionLimiter = connectionLimiter
    self.held = held
    queue = DispatchQueue(label: "HTTPServer.EventLoop.\(index)")
    epoll = try Epoll()
    inbox = try LoopInbox()
    timer = try SecondTimer()
    guard
      epoll.add(inbox.descriptor, for: epoll_event.input | epoll_event.edgeTriggered),
      epoll.add(timer.descriptor, for: epoll_event.input)
    else { throw .last("epoll_ctl") }
  }

  deinit {
    for listeningSocket in listeningSockets { Glibc.close(listeningSocket) }
    inbound.deallocate()
  }

  func start() {
    enter { loop in
      guard loop.source == nil, !loop.isDraining else { return }
      let source = DispatchSource.makeReadSource(fileDescriptor: loop.epoll.descriptor, queue: loop.queue)
      // Holds the loop until the source is cancelled.
      source.setEventHandler { loop.enterOnQueue { $0.handleEvents() } }
      loop.source = source
      loop.startAccepting()
      source.activate()
    }
  }

  /// Runs `errand` on the loop, soon: a busy loop never leaves its handler and finds it in the mailbox, one that rests
  /// or never started has its queue free.
  func enter(_ task: @escaping LoopInbox.LoopTask) {
    inbox.post(task)
    queue.async {
      self.enterOnQueue {
        $0.updateTime()
        // Until it is empty: from then on, whoever puts something there wakes the loop.
        while $0.drainInbox() {}
      }
    }
  }

  private func enterOnQueue(_ body: (EventLoop) -> Void) {
    thread.store(pthread_self(), ordering: .relaxed)
    body(self)
    thread.store(0, ordering: .relaxed)
  }

  /// Nothing is open any more. The descriptors close with the last reference to the loop.
  func end() {
    hasEnded = true
    let unseen = inbox.close()
    for task in unseen.urgentTasks { task(self) }
    for streamWrite in unseen.streamWrites {
      if case .begin = streamWrite.content { streamWrite.stream.close(as: .disconnected) }
    }
    publishHeldBytes()
    held.remove(self)
    source?.cancel()
    source = nil
    for body in onEnd { body() }
    onEnd = []
  }
}

extension EventLoop {
  /// How long the thread stays with a loop that has nothing to do, in milliseconds. Giving it back and being called
  /// again costs two thread switches, a third of a request when connections are few; so it goes when there is a lull.
  private static var idleWait: Int32 { 10 }

  private func handleEvents() {
    updateTime()
    while true {
      let isBusy = drainInbox() || !unfinished.isEmpty || !readyConnections.isEmpty
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
    // An event of this very batch may be of a connection that an earlier one has closed.
    guard let connection = connections[Int(descriptor)], connection.generation == event.generation else { return }
    if event.events & epoll_event.hangup != 0 { return close(connection) }
    if event.events & epoll_event.peerClosed != 0 { connection.endIsNear = true }
    if event.events & epoll_event.input != 0 { connection.isReadable = true }
    serve(connection)
  }

  private func handleOwn(_ descriptor: Int32) {
    switch descriptor {
    // It is emptied after every batch of events.
    case inbox.descriptor: break
    case timer.descriptor: tick()
    default: accept(from: descriptor)
    }
  }

  private func serveUnfinished() {
    let connections = unfinished
    unfinished = []
    for connection in connections where connection.isOpen { serve(connection) }
  }
}
