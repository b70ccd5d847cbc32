extension TicketController {
  /// The documentation of the routes.
  enum Documentation {
    static let issue = Operation(
      "issueTicket", "Issue a ticket for one event stream",
      "For a browser's `EventSource`, which cannot send a token. `GET …/events?ticket=` accepts it once, within 30 s.",
      body: .nothing,
      answers: .json(
        201, .object(["ticket": .string, "expiresAt": .timestamp]), "The ticket. It is not shown again"),
      problems: ProblemKind.body + ProblemKind.session + ProblemKind.storage)
  }
}
