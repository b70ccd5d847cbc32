/// An exclusive right to write to a session for a limited time.
///
/// Held in memory only: it ends with the process, but outlives the unloading of its session. It does not restrict the
/// app's own timers and messages.
package struct Lease: Sendable, Equatable {
  /// The secret that the holder sends with each write.
  package let id: String
  /// The holder's name, shown to other clients.
  package let name: String?
  /// Milliseconds since 1970.
  package let expiresAt: Int64

  package init(id: String, name: String?, expiresAt: Int64) {
    self.id = id
    self.name = name
    self.expiresAt = expiresAt
  }
}

/// A request for a new lease, or for an extension of the lease that the client holds.
package struct LeaseRequest: Sendable {
  /// Milliseconds from now.
  package let time: Int64
  package let name: String?
  /// Whether to replace the lease of another client.
  package let takesOver: Bool
  /// The lease id in the request, if any; it may have expired.
  package let shown: String?
  /// The id for a new lease; it must be unguessable.
  package let newID: String

  package init(time: Int64, name: String?, takesOver: Bool, shown: String?, newID: String) {
    self.time = time
    self.name = name
    self.takesOver = takesOver
    self.shown = shown
    self.newID = newID
  }
}

extension Lease? {
  /// Returns the unexpired lease of another client, if any; it blocks the write.
  ///
  /// - Parameter shown: The lease id in the request.
  func blocking(_ shown: String?, at now: Int64) -> Lease? {
    guard let lease = self, now < lease.expiresAt, lease.id != shown else { return nil }
    return lease
  }

  /// Returns the lease to set, or the lease of another client that prevents it.
  func granted(to request: LeaseRequest, at now: Int64) -> Result<Lease, LeaseHolder> {
    if let other = blocking(request.shown, at: now), !request.takesOver { return .failure(LeaseHolder(lease: other)) }
    let own = flatMap { now < $0.expiresAt && $0.id == request.shown ? $0 : nil }
    return .success(
      Lease(id: own?.id ?? request.newID, name: request.name ?? own?.name, expiresAt: now + request.time))
  }
}

/// The client that holds a lease which another one has requested.
struct LeaseHolder: Error {
  let lease: Lease
}
