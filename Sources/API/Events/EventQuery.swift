import Sessions

/// The parameters of a request for an event stream.
struct EventQuery {
  let view: EventView
  let wantsRefusals: Bool
  /// The last event that the client has; nil for a new stream.
  let lastEventID: Int?
  /// The name of the listener; nil if it has none.
  let name: String?

  init(_ exchange: Exchange) throws(Problem) {
    view = try Self.view(of: exchange)
    wantsRefusals = try exchange.flag("refusals")
    lastEventID = try exchange.lastEventID()
    name = try Self.name(of: exchange)
  }

  private static func view(of exchange: Exchange) throws(Problem) -> EventView {
    let isForOutputs = try exchange.parameter("outputs", "1, for outputs only, or 0") { ["0": false, "1": true][$0] }
    let views = ["full": EventView.full, "minimal": .minimal, "plan": .plan]
    let view = try exchange.parameter("view", "`full`, `minimal` or `plan`") { views[$0] } ?? .full
    return isForOutputs == true ? .outputs : view
  }

  private static func name(of exchange: Exchange) throws(Problem) -> String? {
    guard let name = try exchange.text("name") else { return nil }
    guard (1...64).contains(name.utf8.count) else {
      throw Problem(400, "bad-parameter", "`name` must have 1 to 64 bytes; it has \(name.utf8.count).")
    }
    return name
  }
}

extension Exchange {
  /// The last event that the client has; nil: none. `Last-Event-ID` takes precedence over `after`: a browser reconnects
  /// with the same URL.
  func lastEventID() throws(Problem) -> Int? {
    let after = try text("after") == nil ? nil : try integer("after", in: 0...Int.max, or: 0)
    guard let text = request.text(of: "last-event-id"), !text.isEmpty else { return after }
    guard let id = Int(text), id >= 0 else {
      throw Problem(
        400, "bad-last-event-id", "Last-Event-ID must be the `id` of an event, a number; it is \"\(text.prefix(80))\".")
    }
    return id
  }
}

extension EventView {
  /// The place at which a stream starts.
  ///
  /// - Parameter known: The last event that the client has; nil: none.
  func start(after known: Int?) -> ListeningPoint {
    guard let known else { return .now }
    return self == .outputs ? .afterOutput(known) : .after(known)
  }
}
