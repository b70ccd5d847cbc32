import HTTP
import JSON
import Sessions

extension FlowController {
  enum Documentation {
    static let flows = Schema.object([
      "from": .moment, "to": .moment,
      "edges": .array(
        of: .object([
          "from": .orNull("string"), "to": .string,
          "by": .oneOf(FlowCause.allCases.map { .string($0.rawValue) }), "count": .integer(from: 0),
        ])),
      "routes": .array(
        of: .object([
          "route": .string, "entries": .integer(from: 0), "exits": .integer(from: 0), "ended": .integer(from: 0),
          "medianStay": .orNull("number"),
        ])),
    ])

    static let read = Operation(
      "readFlows", "Read how sessions go from screen to screen",
      "An edge counts the changes from the current screen to another one. A creation comes from null; of a batch the end "
        + "counts. `ended` counts the sessions that had no change for an hour since they entered the route; `medianStay` is "
        + "in seconds.",
      query: [
        .init(
          "from", .moment, "The start; its whole hour counts. Default: `--flow-days` ago",
          example: "2026-01-02T03:00:00.000Z"),
        .init("to", .moment, "The end; its whole hour counts. Default: now"),
        .version,
        .init(
          "label", .string,
          "Only sessions with this variant, or with a label that the definition names in `flows`: "
            + "name:value"),
      ],
      answers: Operation.Reply(
        status: 200, detail: "The counts; as CSV those of the edges",
        contents: [(.json, .ref("Flows")), (.csv, .string)]),
      problems: ProblemKind.appReading + ProblemKind.named("bad-member"))
  }
}
