// The problems of actions, conditions and steps that an app definition contains.

extension ProblemKind {
  static let logic: [ProblemKind] = [
    ProblemKind(
      "backend-only", 403,
      meaning: "The definition allows this action to backends only.",
      remedy: "Use the admin token or a session token of the role `backend`."),
    ProblemKind(
      "bad-arg", 422,
      meaning: "An argument of the action does not fit its type or schema.",
      remedy: "`errors` names the argument and what it has to be."),
    ProblemKind(
      "bad-call", 409,
      meaning: "The URL, the header fields or the content of a call are invalid or too long.",
      remedy: "Correct the definition, or the data that the call uses."),
    ProblemKind(
      "call-failed", 409,
      meaning: "A call has no answer and no `otherwise`. Only the history and event streams have this code.",
      remedy: "`detail` has the reason; add an `otherwise` to the step."),
    ProblemKind(
      "condition-not-met", 409,
      meaning: "The condition `when` of the action does not hold.",
      remedy: "Show `detail`, the message of the definition; another state allows the action."),
    ProblemKind(
      "confirmation-needed", 409,
      meaning: "The action would remove screens that are left only with a confirmation.",
      remedy: "Ask the user, and send the action again with `confirmed`, a list of the screens' ids in `errors`."),
    ProblemKind(
      "expression-failed", 409,
      meaning: "An expression of the definition failed, such as for a missing member or an overflow.",
      remedy: "`detail` has the expression, its place in the definition and the values it read; correct the definition."
    ),
    ProblemKind(
      "expression-too-costly", 409,
      meaning: "The expressions of the action exceed the limit of evaluation steps.",
      remedy: "Use fewer or shorter lists, or split the action."),
    ProblemKind(
      "guard-loop", 409,
      meaning: "The screens that guards open instead were refused by further guards, in a loop.",
      remedy: "Correct the definition: `else` must open a screen whose guard holds."),
    ProblemKind(
      "guarded", 409,
      meaning: "The guard of the route does not hold.",
      remedy: "Show `detail`, the message of the definition; another state allows the screen."),
    ProblemKind(
      "migration-misfit", 409,
      meaning: "The session does not fit the new version of its app.",
      remedy: "Add what `detail` names to `migrate` in the definition, and migrate again. The session is as before."),
    ProblemKind(
      "missing-arg", 422,
      meaning: "An argument of the action is missing.",
      remedy: "`errors` names the argument."),
    ProblemKind(
      "not-here", 409,
      meaning: "The action is one of a route that has no screen on the focus path.",
      remedy: "Open such a screen, or name one as `screen`."),
    ProblemKind(
      "refused", 409,
      meaning: "A step of the definition refused the action.",
      remedy: "Show `detail`, the message of the definition."),
    ProblemKind(
      "too-many-calls", 409,
      meaning: "100 calls of the session wait for their answers.",
      remedy: "Send the action again when some are answered."),
    ProblemKind(
      "too-many-steps", 409,
      meaning: "The action takes more than 256 steps, or nests actions more than 64 deep.",
      remedy: "Correct the definition, which seems to have an endless loop."),
    ProblemKind(
      "unknown-arg", 422,
      meaning: "The action has no argument of this name.",
      remedy: "Remove it, or use an argument that `detail` lists."),
    ProblemKind(
      "wrong-type", 409,
      meaning:
        "A step would change the type of a member, or set a member of a value that has none. Also the common kind of "
        + "`bad-field`, `bad-arg` and `bad-member` (422), which name it in `sameAs`.",
      remedy:
        "Correct the expression; a member that begins as null may have any type. With 422 correct the member that "
        + "`errors` names."),
  ]
}
