import JSON

extension AgentController {
  /// The documentation of the routes.
  struct Documentation {
    let send: Operation
    let listen: Operation
    let end: Operation

    /// - Parameter isOfSession: Whether the path names a session.
    init(ofSession isOfSession: Bool) {
      let suffix = isOfSession ? "AtSession" : ""
      send = Operation(
        "sendAgentMessage" + suffix,
        "Send a message of the Model Context Protocol" + (isOfSession ? " about one session" : ""),
        "JSON-RPC 2.0, one message a request (docs/agents.md). A tool that refuses has `isError` in its result. "
          + "`Idempotency-Key` and `Lease` apply to the change that the message asks for.",
        fields: [Self.session(isRequired: false)],
        body: Operation.Body(Self.message, example: ["jsonrpc": "2.0", "id": 1, "method": "ping"]),
        answers: Operation.Reply(
          status: 200, detail: "The response, or the stream of `subscriptions/listen`",
          contents: [(.json, Self.response), (.events, .string)], fields: ["Mcp-Session-Id"]),
        .empty(202, "The notification was received"),
        .json(400, Self.response, "The message is not valid"), .json(404, Self.response, "There is no such method"),
        problems: [
          "no-body", "unsupported-media-type", "bad-json", "unknown-token", "no-such-mcp-session", "foreign-page",
        ])
      listen = Operation(
        "listenAsAgent" + suffix,
        "Stream the notifications of an MCP session" + (isOfSession ? " about one session" : ""),
        fields: [Self.session(isRequired: true)], answers: .content(.events, "An endless stream of messages"),
        problems: Self.problems + ["too-many-listeners", "no-such-session"])
      end = Operation(
        "endAgentSession" + suffix, "End an MCP session" + (isOfSession ? " about one session" : ""),
        fields: [Self.session(isRequired: true)], answers: .empty(204, "The MCP session has ended"),
        problems: Self.problems)
    }

    private static func session(isRequired: Bool) -> Operation.Parameter {
      .init(
        "Mcp-Session-Id", .pattern("^[!-~]{1,200}$"), "The MCP session, as the response to `initialize` names it",
        required: isRequired)
    }

    private static let problems: [ProblemKind] = [
      "no-such-mcp-session", "no-mcp-session-id", "unknown-token", "foreign-page",
    ]

    private static let message = Schema.object(
      ["jsonrpc": .oneOf(["2.0"]), "method": .string],
      optional: ["id": Schema(["type": ["string", "integer"]]), "params": .open])

    private static let response = Schema.object(
      ["jsonrpc": .oneOf(["2.0"]), "id": Schema(["type": ["string", "integer", "null"]])],
      optional: ["result": .open, "error": .object(["code": Schema(["type": "integer"]), "message": .string])])
  }
}
