import JSON
import Navigation
import Sessions

extension Schema {
  /// The schemas of responses and requests, by name. The actions of apps are added separately.
  static let components: [(name: String, schema: Schema)] =
    [identifiers, tree, answers, past, requests, batches, migrations].flatMap { group in
      group.map { (name: $0.key, schema: $0.value) }
    } + [("Problem", problem), ("ProblemKind", kind)]

  private static let identifiers: KeyValuePairs<String, Schema> = [
    "SessionID": .pattern("^s_[A-Za-z0-9_-]{21}[AQgw]$"),
    "Name": .pattern("^[a-z0-9][a-z0-9_-]{0,63}$"),
    "Index": .object(
      ["name": .string, "version": .string, "links": .map(of: .string)], optional: ["operator": .ref("Operator")]),
    "Health": .object(["status": .oneOf(["alive", "ready"])]),
  ]

  private static let tree: KeyValuePairs<String, Schema> = [
    "Container": .object(
      [
        "id": .string, "kind": .oneOf(Container.Kind.allCases.map { .string($0.rawValue) }),
        "selected": .integer(from: 0),
        "screens": .array(of: .ref("Screen")), "presented": .array(of: .ref("Presented")),
      ],
      optional: [
        "history": .array(of: .string), "historyParams": .array(of: .any), "open": .boolean,
        "visits": .array(of: .string),
      ]),
    "Screen": .object(
      ["id": .string, "route": .string, "params": .open, "state": .any],
      optional: ["content": .ref("Container"), "formerParams": .array(of: .open)]),
    "Presented": .object([
      "style": .oneOf(Presented.Style.allCases.map { .string($0.rawValue) }), "screen": .ref("Screen"),
    ]),
    "CurrentScreen": .object(
      ["id": .string, "route": .string, "params": .open, "state": .any, "path": .array(of: .string)],
      optional: ["url": .string, "formerParams": .array(of: .open)]),
    "Abilities": .object([
      "goBack": .boolean, "pop": .boolean, "dismiss": .boolean, "undo": .boolean, "redo": .boolean,
    ]),
  ]

  private static let session: KeyValuePairs<String, Schema> = [
    "id": .ref("SessionID"), "app": .string, "appVersion": .integer(from: 1), "revision": .integer(from: 1),
    "createdAt": .timestamp, "updatedAt": .timestamp, "navigation": .ref("Container"), "data": .any,
    "current": .ref("CurrentScreen"), "can": .ref("Abilities"),
  ]

  private static let metadata: KeyValuePairs<String, Schema> = [
    "key": .text(1...200), "expires": .expiry, "labels": .labels,
  ]

  private static let token: KeyValuePairs<String, Schema> = [
    "id": .string, "role": .oneOf(["watch", "act", "lead", "backend"]), "name": .orNull("string"),
    "createdAt": .timestamp, "expiresAt": .orNull("string"), "once": .boolean,
  ]

  private static let answers: KeyValuePairs<String, Schema> = [
    "Session": .object(session, optional: metadata),
    "CreatedSession": Schema([
      "description": "The session and its token",
      "type": "object",
      "properties": .object(
        JSONObject((Array(session) + [("token", .string)] + Array(metadata)).map { ($0.0, .object($0.1.json)) })),
      "required": .array((session.map(\.key) + ["token"]).map(JSONValue.string)),
    ]),
    "SessionToCreate": .request(
      [:],
      optional: [
        "version": .integer(from: 1), "data": .open, "url": .string, "labels": .labels, "expires": .expiry,
      ]),
    "Receipt": .object(
      ["revision": .integer(from: 1), "changed": .boolean, "outputs": .array(of: .ref("Output"))],
      optional: [
        "refused": .object(["code": .string, "detail": .string]), "plan": .array(of: .ref("Step")),
        "session": .ref("Session"), "shown": .boolean, "created": .boolean, "token": .string,
        "replayed": .integer(from: 0),
        "dropped": .array(
          of: .object(["revision": .integer(from: 1), "action": .open, "code": .string, "detail": .string])),
      ]),
    "Output": .object(["seq": .integer(from: 1), "name": .string, "value": .any]),
    "Step": .object(
      ["step": .oneOf(["push", "pop", "present", "dismiss", "select", "replace"])],
      optional: [
        "container": .string, "index": .integer(from: 0), "id": .string, "screen": .ref("Screen"), "style": .string,
        "history": .array(of: .string), "historyParams": .array(of: .any), "open": .boolean, "to": .integer(from: 0),
        "visits": .array(of: .string), "with": .ref("Container"),
        "params": .open, "formerParams": .array(of: .open), "state": .any,
      ]),
    "Stack": .object([:], optional: ["id": .string, "screens": .array(of: .ref("Screen"))]),
    "Apps": .items(
      .object(
        [
          "app": .string, "version": .integer(from: 1), "versions": .array(of: .integer(from: 1)),
          "compiled": .boolean,
        ],
        optional: [
          "title": .string, "description": .string,
          "device": .oneOf(AppMetadata.Device.allCases.map { .string($0.rawValue) }), "rollout": .ref("Rollout"),
        ])),
    "Rollout": .object(
      ["current": .integer(from: 1)],
      optional: ["next": .integer(from: 1), "percent": .percent, "by": .oneOf(["key", "session"])]),
    "Flows": .flows,
    "App": Schema([
      "description": "The definition of an app, as it was sent; of a compiled app, the names of its routes",
      "type": "object",
      "properties": [
        "app": ["type": "string"], "version": ["type": "integer", "minimum": 1], "compiled": ["type": "boolean"],
        "routes": [:], "rollout": ["$ref": "#/components/schemas/Rollout"],
      ],
      "required": ["app", "version", "routes"], "additionalProperties": true,
    ]),
    "Graph": .object([
      "app": .string, "version": .integer(from: 1),
      "containers": .array(
        of: .object([
          "id": .string, "kind": .oneOf(Container.Kind.allCases.map { .string($0.rawValue) }),
          "screen": .orNull("string"), "routes": .array(of: .string), "initial": .string,
        ])),
      "screens": .array(
        of: .object([
          "route": .string, "path": .orNull("string"), "params": .array(of: .string),
          "containers": .array(of: .string), "content": .orNull("string"), "presentation": .orNull("string"),
          "reachable": .boolean, "initial": .boolean,
        ])),
      "ways": .array(
        of: .object([
          "from": .orNull("string"), "to": .string, "name": .orNull("string"),
          "by": .oneOf(AppGraph.Means.ofEdges.map { .string($0.rawValue) }),
          "container": .orNull("string"), "conditions": .array(of: .string),
        ])),
    ]),
    "Webhook": .object(
      [
        "name": .ref("Name"), "url": .string, "apps": .array(of: .string), "outputs": .array(of: .string),
        "state": .oneOf(["active", "parked"]), "inFlight": .integer(from: 0), "failingSessions": .integer(from: 0),
        "delivered": .integer(from: 0), "failures": .integer(from: 0), "lastFailure": .orNull("string"),
      ], optional: ["reason": .string, "since": .timestamp]),
    "Sessions": .object([
      "items": .array(
        of: .object(
          [
            "id": .ref("SessionID"), "app": .string, "appVersion": .integer(from: 1), "revision": .integer(from: 1),
            "createdAt": .timestamp, "updatedAt": .timestamp,
            "current": .object(["id": .string, "route": .string, "path": .array(of: .string)]),
            "listeners": .integer(from: 0),
          ], optional: metadata)), "next": .orNull("string"),
    ]),
    "Available": .object([
      "revision": .integer(from: 1), "truncated": .boolean,
      "items": .array(
        of: .object(
          ["action": .ref("AnyAction"), "allowed": .boolean],
          optional: [
            "changes": .boolean, "needs": .array(of: .string), "reason": .string, "code": .string,
            "screen": .string,
          ])),
      "amend": .anyOf([.object(["from": .integer(from: 2), "to": .integer(from: 2)]), Schema(["type": "null"])]),
    ]),
    "SessionApp": .object(
      [
        "app": .string, "version": .integer(from: 1), "maxTreeDepth": .integer(from: 1),
        "role": .oneOf(["watch", "act", "lead", "backend"]),
      ],
      optional: [
        "compiled": .boolean, "root": .open, "routes": .map(of: .open),
        "actions": .map(of: .object(["navigates": .boolean], optional: ["by": .oneOf(["backend"])])),
      ]),
    "Token": .object(token),
    "Tokens": .items(.ref("Token")),
    "CreatedToken": .object(token, optional: ["token": .string, "code": .string]),
    "Handoff": .object([
      "session": .ref("SessionID"), "url": .string, "token": .string, "id": .string, "role": .string,
      "expiresAt": .orNull("string"),
    ]),
    "Operator": .object(`operator`),
    "Operators": .items(.ref("Operator")),
    "CreatedOperator": .object(`operator`, optional: ["token": .string]),
    "KeyList": .items(.object(["name": .ref("Name"), "createdAt": .timestamp])),
    "Lease": .object(["lease": .string, "expiresAt": .timestamp]),
    "Listeners": .items(
      .object(
        ["id": .string, "name": .orNull("string"), "by": .ref("Attribution"), "since": .timestamp],
        optional: ["shown": .ref("ShownRevision")])),
    "ShownRevision": .object(["revision": .integer(from: 1), "at": .timestamp], optional: ["screen": .string]),
  ]

  private static let attribution = Schema([
    "type": ["object", "null"], "required": ["kind"],
    "properties": [
      "kind": ["enum": .array(Attribution.Kind.allCases.map { .string($0.rawValue) })], "id": ["type": "string"],
      "name": ["type": "string"], "role": ["enum": .array(TokenRole.allCases.map { .string($0.rawValue) })],
      "subject": ["type": "string"], "issuer": ["type": "string"],
    ],
    "description": "The credential of the request; null: none, or no request asked for it",
  ])

  private static let past: KeyValuePairs<String, Schema> = [
    "Attribution": attribution,
    "History": .page(
      .object(
        [
          "revision": .integer(from: 1), "at": .timestamp, "action": .any, "actor": .orNull("string"),
          "by": .ref("Attribution"), "requestId": .orNull("string"), "outputs": .array(of: .ref("Output")),
        ],
        optional: ["refused": .object(["code": .string, "detail": .string]), "imported": .boolean])),
    "Outputs": .page(
      .object(
        [
          "seq": .integer(from: 1), "revision": .integer(from: 1), "at": .timestamp, "by": .ref("Attribution"),
          "requestId": .orNull("string"), "name": .string, "value": .any,
        ], optional: ["imported": .boolean])),
    "Timers": .items(
      .object(
        ["id": .string, "screen": .orNull("string"), "fireAt": .timestamp, "action": .ref("AnyAction")],
        optional: ["every": .string, "zone": .string])),
    "Calls": .items(
      .object([
        "id": .orNull("string"), "screen": .orNull("string"), "method": .string, "host": .string,
        "revision": .integer(from: 1), "at": .timestamp, "attempts": .integer(from: 0), "nextAttemptAt": .timestamp,
        "lastFailure": .orNull("string"),
      ])),
    "Loops": .items(
      .object([
        "kind": .oneOf(["timers", "messages", "calls"]), "length": .integer(from: 1), "action": .string,
        "at": .timestamp,
      ])),
    "QuarantineList": .items(
      .object(
        [
          "id": .string, "kind": .oneOf(QuarantineItem.Kind.allCases.map { .string($0.rawValue) }),
          "since": .timestamp, "until": .timestamp, "reason": .string,
        ], optional: ["session": .ref("SessionID"), "app": .string, "action": .string])),
  ]

  private static let requests: KeyValuePairs<String, Schema> = [
    "AnyAction": Schema([
      "type": "object", "properties": ["type": ["type": "string"]], "required": ["type"],
      "additionalProperties": true, "description": "An action of any app",
    ]),
    "Definition": Schema([
      "type": "object", "properties": ["app": ["type": "string"], "version": ["type": "integer", "minimum": 1]],
      "required": ["app", "version", "root", "routes"], "additionalProperties": true,
      "description": "An app as JSON: docs/app-format.md",
    ]),
  ]

  /// The code in the vocabulary that all bodies share.
  private static let sharedCode = Schema.oneOf(["unknown-member", "missing-member", "wrong-type"])

  private static let problem = Schema.object(
    [
      "type": .pattern("^/problems/"), "title": .string, "status": .integer(400...599), "detail": .string,
      "code": .string, "instance": .string, "requestId": .string,
      "errors": .array(of: .object(["pointer": .string, "detail": .string])),
    ], optional: ["sameAs": sharedCode])

  private static let kind = Schema.object(
    [
      "code": .string, "title": .string, "statuses": .array(of: .integer(400...599)), "meaning": .string,
      "remedy": .string,
    ], optional: ["sameAs": sharedCode])
}
