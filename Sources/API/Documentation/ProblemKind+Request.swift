extension ProblemKind {
  // The problems possible with any request.
  static let request: [ProblemKind] = [
    ProblemKind(
      "malformed-request", 400,
      meaning: "The bytes are no request, or a part of it is not as HTTP has it.",
      remedy: "Look at `detail`: it says which part and what would work."),
    ProblemKind(
      "unknown-parameter", 400,
      meaning: "The query has a parameter that the path does not take.",
      remedy: "Leave it out; `detail` lists those that are known."),
    ProblemKind(
      "no-such-path", 404,
      meaning: "There is nothing at that path.",
      remedy: "The paths are listed at `/docs`. A slash at the end makes another path."),
    ProblemKind(
      "method-not-allowed", 405,
      meaning: "The path takes other methods.",
      remedy: "`Allow` lists them."),
    ProblemKind(
      "not-acceptable", 406,
      meaning: "The `Accept` field takes no media type in which the answer can be given.",
      remedy: "Send `Accept: */*`, or none."),
    ProblemKind(
      "request-timeout", 408,
      meaning: "The request did not arrive in the time that there is for it.",
      remedy: "Send it again, in one go."),
    ProblemKind(
      "content-too-large", 413,
      meaning: "The body is longer than the server takes.",
      remedy: "Send less; `detail` says how much is taken."),
    ProblemKind(
      "target-too-long", 414,
      meaning: "Path and query are longer than the server takes.",
      remedy: "Shorten the query."),
    ProblemKind(
      "unsupported-content-coding", 415,
      meaning: "The body is sent in a content coding, such as `br` or `gzip`; none is supported.",
      remedy: "Send it without `Content-Encoding`."),
    ProblemKind(
      "misdirected-request", 421,
      meaning: "The request was sent to a name that is not the server's.",
      remedy: "Use the server's address, or start it with `--allow-host`."),
    ProblemKind(
      "foreign-page", 403,
      meaning: "A page of another origin wants to change something, and may not.",
      remedy: "Start the server with `--allow-origin` and the page's origin."),
    ProblemKind(
      "unknown-expectation", 417,
      meaning: "`Expect` asks for something that the server cannot do.",
      remedy: "Send `100-continue` or nothing."),
    ProblemKind(
      "header-too-large", 431,
      meaning: "The header, or one field of it, is longer than the server takes.",
      remedy: "Send fewer or shorter fields."),
    ProblemKind(
      "method-not-implemented", 501,
      meaning: "No path has that method.",
      remedy: "Use a method that `Allow` lists."),
    ProblemKind(
      "not-implemented", 501,
      meaning: "The request needs something of HTTP that the server does not do.",
      remedy: "`detail` says what to send instead."),
    ProblemKind(
      "too-many-requests", 429,
      meaning: "The client's address has sent more requests than one may in that time.",
      remedy: "Come back after `Retry-After`."),
    ProblemKind(
      "server-busy", 503,
      meaning: "Half-sent requests and answers that nobody takes fill the room that the server has for them.",
      remedy: "Send the request in one go, after `Retry-After`."),
    ProblemKind(
      "too-many-connections", 503,
      meaning: "There are as many connections as the server holds, or as one address may have.",
      remedy: "Close some, or come back after `Retry-After`."),
    ProblemKind(
      "unsupported-version", 505,
      meaning: "The request is in a version of HTTP that the server does not speak.",
      remedy: "Send HTTP/1.1."),
  ]
}
