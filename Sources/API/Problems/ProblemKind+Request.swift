extension ProblemKind {
  // The problems possible with any request.
  static let request: [ProblemKind] = [
    ProblemKind(
      "malformed-request", 400,
      meaning: "The request is not valid HTTP.",
      remedy: "`detail` names the invalid part and a valid form."),
    ProblemKind(
      "unknown-parameter", 400,
      meaning: "The path has no such query parameter.",
      remedy: "Remove it, or use one of the parameters in `detail`."),
    ProblemKind(
      "no-such-path", 404,
      meaning: "No resource exists at that path.",
      remedy: "`/docs` lists all paths. A trailing slash makes a different path."),
    ProblemKind(
      "method-not-allowed", 405,
      meaning: "The path does not support that method.",
      remedy: "Use a method that the `Allow` header lists."),
    ProblemKind(
      "not-acceptable", 406,
      meaning: "The `Accept` header excludes the media type of the response.",
      remedy: "Send `Accept: */*`, or omit the header."),
    ProblemKind(
      "request-timeout", 408,
      meaning: "The request did not arrive completely within the time limit.",
      remedy: "Send the whole request again without pauses."),
    ProblemKind(
      "content-too-large", 413,
      meaning: "The body exceeds the size limit.",
      remedy: "Send a body within the limit that `detail` gives."),
    ProblemKind(
      "target-too-long", 414,
      meaning: "The path and query exceed the length limit.",
      remedy: "Shorten the query."),
    ProblemKind(
      "unsupported-content-coding", 415,
      meaning: "The body uses a content coding such as `br` or `gzip`, which the server does not support.",
      remedy: "Send the body without `Content-Encoding`."),
    ProblemKind(
      "misdirected-request", 421,
      meaning: "The `Host` of the request is not a name of this server.",
      remedy: "Use the server's own address, or start the server with `--allow-host` and that name."),
    ProblemKind(
      "foreign-page", 403,
      meaning: "A web page of an origin that is not allowed attempted a change.",
      remedy: "Start the server with `--allow-origin` and the origin of the page."),
    ProblemKind(
      "unknown-expectation", 417,
      meaning: "The server cannot meet the `Expect` header.",
      remedy: "Send `Expect: 100-continue`, or omit the header."),
    ProblemKind(
      "header-too-large", 431,
      meaning: "The header section or one of its fields exceeds the size limit.",
      remedy: "Send fewer or shorter header fields."),
    ProblemKind(
      "method-not-implemented", 501,
      meaning: "No path of the server supports that method.",
      remedy: "Use a method that the `Allow` header lists."),
    ProblemKind(
      "not-implemented", 501,
      meaning: "The request needs a part of HTTP that the server does not implement.",
      remedy: "`detail` names a supported alternative."),
    .passing("too-many-requests", 429, meaning: "Request rate limit exceeded for this client address."),
    ProblemKind(
      "too-many-costly-requests", 429,
      meaning: "The limit on waiting costly requests is reached, for this session or its app.",
      remedy: "Retry after the time in `Retry-After`, and send fewer such requests at a time."),
    ProblemKind(
      "server-busy", 503,
      meaning: "Incomplete requests and unread responses use all memory for connections.",
      remedy: "Retry after the time in `Retry-After`; send requests without pauses and read the responses."),
    ProblemKind(
      "too-many-connections", 503,
      meaning: "The limit on connections is reached, for the server or for this client address.",
      remedy: "Close idle connections, or retry after the time in `Retry-After`."),
    ProblemKind(
      "unsupported-version", 505,
      meaning: "The server does not support the HTTP version of the request.",
      remedy: "Use HTTP/1.1."),
  ]
}
