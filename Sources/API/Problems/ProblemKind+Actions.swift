extension ProblemKind {
  /// The reasons for which an action is refused.
  static let action: [ProblemKind] = [
    ProblemKind(
      "already-presenting", 409,
      meaning: "The container already presents a screen.",
      remedy: "Dismiss that screen first, or target it to present over it."),
    ProblemKind(
      "at-the-end", 409,
      meaning: "The first or last screen is already selected.",
      remedy: "Send `circular: true` to wrap around."),
    ProblemKind(
      "bad-batch", 422,
      meaning: "`actions` is not an array, is empty, or exceeds the maximum number of actions in a batch.",
      remedy: "Send 1 or more actions per batch, and split a long batch."),
    ProblemKind(
      "bad-field", 422,
      meaning: "A field of the action has an invalid value.",
      remedy: "`errors` names the field, `detail` the valid values."),
    ProblemKind(
      "bad-navigation", 422,
      meaning: "The given `navigation` is not a valid tree of the app.",
      remedy: "`errors` lists all faults with their places."),
    ProblemKind(
      "bad-offset", 422,
      meaning: "The list has no item at that position.",
      remedy: "Read the list again. Positions count from 0."),
    ProblemKind(
      "bad-params", 422,
      meaning: "The params do not match the route.",
      remedy: "`errors` lists each param that is missing, unknown or of the wrong type."),
    ProblemKind(
      "bad-state", 422,
      meaning: "The state does not match the reducer of the screen.",
      remedy: "Send a state of the form that `detail` describes."),
    ProblemKind(
      "container-gone", 409,
      meaning: "No container has that id; it may have been removed.",
      remedy: "Read the session again."),
    ProblemKind(
      "count-overflow", 409,
      meaning: "The count would leave the range of a signed 64-bit integer.",
      remedy: "Count in the other direction."),
    ProblemKind(
      "covered", 409,
      meaning: "A presented screen covers the container.",
      remedy: "Dismiss that screen first, or send the container's id as `target`."),
    ProblemKind(
      "destination-not-allowed", 409,
      meaning: "The route of the current screen does not allow that destination.",
      remedy: "Use one of the routes in `detail`."),
    ProblemKind(
      "duplicate", 409,
      meaning: "The container already has, or presents, a screen with the same identity.",
      remedy: "Go to that screen, remove it first, or use params with another identity."),
    ProblemKind(
      "endless", 409,
      meaning: "The action triggered more further actions than the limit of one change.",
      remedy: "Correct the app: its router or reducers probably trigger each other in a loop."),
    ProblemKind(
      "endless-feedback", 409,
      meaning: "A reducer sent itself more actions than the limit of one change.",
      remedy: "Correct the app: its reducer probably loops. A delayed effect starts a new change."),
    ProblemKind(
      "index-out-of-range", 409,
      meaning: "The stack has no screen at that index.",
      remedy: "Use an index in the range that `detail` gives."),
    ProblemKind(
      "last-screen", 409,
      meaning: "The screen is the only one of its container, which cannot be empty.",
      remedy: "Use `replace`, or close the container."),
    ProblemKind(
      "loading", 409,
      meaning: "The content that the action refers to is still loading.",
      remedy: "Wait for the event of the change that ends the loading."),
    ProblemKind(
      "missing-field", 422,
      meaning: "A required field of the action is missing.",
      remedy: "`errors` names the field."),
    ProblemKind(
      "no-such-link", 404,
      meaning: "No route of the app matches the URL.",
      remedy: "Use a URL that matches the `path` of a route; the graph of the app lists them."),
    ProblemKind(
      "no-such-row", 409,
      meaning: "No row has that id.",
      remedy: "Use one of the ids in `detail`."),
    ProblemKind(
      "not-an-action", 422,
      meaning: "The body is not an action: a JSON object with a string `type`.",
      remedy: "Send `{\"type\": …}`."),
    ProblemKind(
      "not-for-this-kind", 409,
      meaning: "Containers of that kind do not support the action.",
      remedy: "Use an action that `detail` lists, or name another container as `target`."),
    ProblemKind(
      "not-handled", 409,
      meaning: "No container on the focus path handles the action.",
      remedy: "`can` of the session and `GET …/available` list the possible actions."),
    ProblemKind(
      "not-in-list", 409,
      meaning: "The screen is presented over the container and is not in its list.",
      remedy: "Use `dismiss`."),
    ProblemKind(
      "not-in-target", 409,
      meaning: "The screen is not in the container that `target` names.",
      remedy: "Send the screen's id or `target`, not both."),
    ProblemKind(
      "not-presented", 409,
      meaning: "The screen is in its container's list and is not presented.",
      remedy: "Use `pop` or `remove`."),
    ProblemKind(
      "nothing-to-dismiss", 409,
      meaning: "No screen is presented.",
      remedy: "`can.dismiss` of the session shows whether `dismiss` is possible."),
    ProblemKind(
      "nothing-to-finish", 409,
      meaning: "The flow already shows its root.",
      remedy: "No action is necessary."),
    ProblemKind(
      "nothing-to-go-back-to", 409,
      meaning: "The focus path has no earlier screen.",
      remedy: "`can.goBack` of the session shows whether `goBack` is possible."),
    ProblemKind(
      "nothing-to-pop", 409,
      meaning: "The stack has only its first screen.",
      remedy: "`can.pop` of the session shows whether `pop` is possible."),
    ProblemKind(
      "nothing-to-pop-to", 409,
      meaning: "The stack has no such screen.",
      remedy: "Send `ifAbsent` with `push` or `replace` to open it instead."),
    ProblemKind(
      "nothing-to-select", 409,
      meaning: "The container has no such screen.",
      remedy: "Use one of the screens in `detail`."),
    ProblemKind(
      "route-not-taken", 409,
      meaning: "None of the containers addressed accepts the route.",
      remedy: "Name a container that accepts the route as `target`; send `present` for a route that is presented."),
    ProblemKind(
      "screen-gone", 409,
      meaning: "No screen has that id; it may have been removed.",
      remedy: "Read the session again."),
    ProblemKind(
      "state-absent", 409,
      meaning: "The part of the state that handles the action is currently absent.",
      remedy: "Read the session again."),
    ProblemKind(
      "timer-too-late", 422,
      meaning: "The timer would fire first after the limit.",
      remedy: "Use a time within the limit that `detail` gives."),
    ProblemKind(
      "todo-gone", 409,
      meaning: "No todo has that id; it may have been deleted.",
      remedy: "Read the list again."),
    ProblemKind(
      "too-deep", 409,
      meaning: "The result would exceed the maximum nesting depth.",
      remedy: "Close a screen or container first."),
    ProblemKind(
      "too-many-timers", 422,
      meaning: "The session has reached the limit on pending timers.",
      remedy: "Cancel a timer first."),
    ProblemKind(
      "type-differs", 422,
      meaning: "The `type` in the body differs from the one in the path.",
      remedy: "Omit `type` from the body."),
    ProblemKind(
      "unknown-action", 422,
      meaning: "The app has no such action on the current screens.",
      remedy: "`detail` lists the actions here, `/v1/apps/{app}/schema` all actions of the app."),
    ProblemKind(
      "unknown-color", 422,
      meaning: "The colour is unknown.",
      remedy: "Use one of the colours in `detail`."),
    ProblemKind(
      "unknown-field", 422,
      meaning: "The action has no such field.",
      remedy: "Use one of the fields in `detail`."),
    ProblemKind(
      "unknown-route", 422,
      meaning: "The app has no such route.",
      remedy: "Use one of the routes in `detail`."),
    ProblemKind(
      "url-too-costly", 422,
      meaning: "Matching the URL with the links of the app takes too many steps.",
      remedy: "Shorten the URL, or use fewer or simpler patterns in the definition."),
    ProblemKind(
      "url-too-long", 422,
      meaning: "The URL exceeds the maximum length of a link.",
      remedy: "Shorten the URL."),
  ]
}
