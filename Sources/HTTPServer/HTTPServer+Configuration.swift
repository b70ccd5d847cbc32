import Glibc
import HTTP

extension HTTPServer {
  /// The configuration of a server. The defaults are those of the contract.
  package struct Configuration: Sendable {
    /// An IPv4 or IPv6 address, the latter with or without brackets, or a name. The server listens on all addresses of
    /// a name. `::` accepts IPv4 as well.
    package var host = "127.0.0.1"
    /// 0: a free port.
    package var port: UInt16 = 8080
    /// Listening sockets of another process, such as the service manager; if there are any, `host` and `port` are not used.
    package var inherited: [Int32] = []
    /// The number of event loops, each with a thread while it has work.
    package var loops = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    package var limits = Limits()
    package var timeouts = Timeouts()

    /// Creates the default configuration.
    package init() {}
  }

  /// The limits of a server.
  package struct Limits: Sendable {
    package var request = RequestParser.Limits()
    /// Open connections; nil: 10,000, or 0.8 of the file limit if that is less.
    package var connections: Int?
    /// Open connections from one address.
    package var connectionsPerAddress = 256
    /// Whether loopback connections are exempt from `connectionsPerAddress`.
    package var exemptsLoopback = true
    /// Proxies, whose connections are exempt as well: each carries requests of many clients.
    package var trustedProxies = TrustedProxies()
    /// Unanswered requests of one connection, at which reading from it pauses; at most 64.
    package var pipelinedRequests = 16
    /// Unsent bytes of responses of one connection, at which reading from it pauses.
    package var unsentBytes = 256 << 10
    /// Bytes that are read and discarded after the last response of a connection, such as the rest of a content that
    /// exceeds its limit.
    package var discardedBytes = 4 << 20
    /// Bytes that all connections together may hold: incomplete or unanswered requests and unsent responses. Above the
    /// limit, the connections that hold the most are closed. A connection that holds less than 1 KiB is not counted.
    package var heldBytes = 256 << 20
    /// Queued events of one stream, and their bytes. A client that exceeds a limit is disconnected, unless a single
    /// event exceeds it.
    package var queuedEvents = 256
    package var queuedBytes = 256 << 10

    /// Creates the default limits.
    package init() {}
  }

  /// The answer in place of one that would be too late.
  package struct LateAnswer: Sendable {
    /// The time from the arrival of the request; checked four times a second.
    let time: Duration
    /// For requests that change nothing, and for others.
    let safe, unsafe: RequestError

    package init(after time: Duration, safe: RequestError, unsafe: RequestError) {
      self.time = time
      self.safe = safe
      self.unsafe = unsafe
    }
  }

  /// The timeouts of connections, responses and streams.
  package struct Timeouts: Sendable {
    /// From the first byte of a request to the end of its header.
    package var header = Duration.seconds(10)
    /// From the end of the header to the end of the content.
    package var body = Duration.seconds(30)
    /// Between a response and the next request.
    package var idle = Duration.seconds(75)
    /// The longest time in which a client reads no byte of its response.
    package var stalledWrite = Duration.seconds(20)
    /// The longest time until a responder answers; then the connection closes. An event stream has no such limit.
    package var answer = Duration.seconds(60)
    /// The answer to a request without a deadline of its own whose responder is late; nil: the connection closes after
    /// `answer`.
    package var late: LateAnswer?
    /// The time for which a client's bytes after the last response are read and discarded (RFC 9112 §9.6).
    package var lingering = Duration.seconds(5)
    /// The interval at which a silent event stream sends a comment.
    package var heartbeat = Duration.seconds(15)

    /// Creates the default timeouts.
    package init() {}
  }
}
