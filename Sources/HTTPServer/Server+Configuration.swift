import Glibc
import HTTP

extension Server {
  /// What can be set about a server; the defaults are the contract's.
  package struct Configuration: Sendable {
    /// An IPv4 or IPv6 address, the latter with or without brackets, or a name, all of whose addresses are listened
    /// on. `::` takes IPv4 as well.
    package var host = "127.0.0.1"
    /// 0 takes a free one.
    package var port: UInt16 = 8080
    /// Event loops, each with a thread when it has work.
    package var loops = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    package var limits = Limits()
    package var timeouts = Timeouts()

    package init() {}
  }

  package struct Limits: Sendable {
    package var request = RequestParser.Limits()
    /// Open at once; nil is 10,000, or 0.8 of the file limit when that is less.
    package var connections: Int?
    /// Open at once from one address.
    package var connectionsPerAddress = 256
    /// Whether connections from this machine are left out of `connectionsPerAddress`.
    package var exemptsLoopback = true
    /// Whose connections are left out, too: they are of many clients.
    package var trustedProxies = TrustedProxies()
    /// Requests of one connection without an answer, after which no more is read from it; 64 at most.
    package var pipelinedRequests = 16
    /// Bytes of answers that one connection has not taken, after which no more is read from it.
    package var unsentBytes = 256 << 10
    /// Bytes that one connection may send after its last answer, such as the rest of content that is too long.
    package var discardedBytes = 4 << 20
    /// Bytes that all connections together may hold: of requests that are not complete or not answered, and of answers that
    /// clients have not taken. Beyond it those that hold most are cut. A connection with less than 1 KiB is not counted.
    package var heldBytes = 256 << 20
    /// Events, and bytes of them, that wait for one client of a stream; one more, and it is disconnected. A single one
    /// may be longer.
    package var queuedEvents = 256
    package var queuedBytes = 256 << 10

    package init() {}
  }

  package struct Timeouts: Sendable {
    /// From the first byte of a request to the end of its header.
    package var header = Duration.seconds(10)
    /// From the end of the header to the end of the content.
    package var body = Duration.seconds(30)
    /// Between an answer and the next request.
    package var idle = Duration.seconds(75)
    /// A client that takes no byte of its answer.
    package var stalledWrite = Duration.seconds(20)
    /// A responder that does not answer; the connection closes. A stream has no such limit.
    package var answer = Duration.seconds(60)
    /// What a client still sends after the last answer is read and discarded for this long (RFC 9112 §9.6).
    package var lingering = Duration.seconds(5)
    /// A stream that has nothing to say says so in a comment.
    package var heartbeat = Duration.seconds(15)

    package init() {}
  }
}
