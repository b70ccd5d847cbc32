import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport that gets another token before a JWT expires, and when the server refuses the session to the present
/// token; then it repeats the request.
actor RenewingTransport: NavstateTransport {
  private let transport: any NavstateTransport
  private let newToken: @Sendable () async throws -> String
  /// The token that all requests use; nil: each has its own, until one is replaced.
  private var latest: String?
  /// Requests that need a token at the same time get the same.
  private var renewal: Task<String, any Error>?
  private var schedule = TokenRenewalSchedule()
  private let now: @Sendable () -> Date

  init(
    _ transport: any NavstateTransport, now: @escaping @Sendable () -> Date = { Date() },
    newToken: @escaping @Sendable () async throws -> String
  ) {
    self.transport = transport
    self.now = now
    self.newToken = newToken
  }

  func send(_ request: URLRequest) async throws -> HTTPReply {
    let request = await current(request)
    let reply = try await transport.send(request)
    guard !reply.isSuccess, NavstateProblem(reply).refusesSession else { return reply }
    return try await transport.send(try await renewing(request))
  }

  func stream(_ request: URLRequest) async throws -> (HTTPReply, AsyncThrowingStream<Data, any Error>) {
    let request = await current(request)
    let (reply, body) = try await transport.stream(request)
    guard [401, 404].contains(reply.status) else { return (reply, body) }
    return try await transport.stream(try await renewing(request))
  }

  /// The request with the latest token, or with a new one if that expires soon.
  private func current(_ request: URLRequest) async -> URLRequest {
    let request = request.authorized(by: latest)
    guard let token = request.token, schedule.isDue(token, at: now()) else { return request }
    // Without a new token, the present one is valid for a while yet.
    return (try? await renewing(request)) ?? request
  }

  /// The request with another token than the refused one.
  private func renewing(_ request: URLRequest) async throws -> URLRequest {
    // Another request has got a token since this one was sent.
    if let latest, request.token != latest { return request.authorized(by: latest) }
    let renewal = renewal ?? Task { [newToken] in try await newToken() }
    self.renewal = renewal
    // Another request may have begun the next renewal before this one resumes.
    defer { if self.renewal == renewal { self.renewal = nil } }
    let token = try await renewal.value
    if self.renewal == renewal { latest = token }
    return request.authorized(by: token)
  }
}

extension URLRequest {
  /// The bearer token; nil if there is none.
  fileprivate var token: String? {
    value(forHTTPHeaderField: "Authorization").map { String($0.dropFirst("Bearer ".count)) }
  }

  fileprivate func authorized(by token: String?) -> URLRequest {
    guard let token else { return self }
    var request = self
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return request
  }
}
