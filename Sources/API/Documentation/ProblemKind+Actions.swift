extension ProblemKind {
  /// The reasons for which an action is refused.
  static let action: [ProblemKind] = [
    ProblemKind(
      "already-presenting", 409,
      meaning: "Something is presented there already.",
      remedy: "Dismiss it, or present over it."),
    ProblemKind(
      "at-the-end", 409,
      meaning: "The first or last screen is selected already.",
      remedy: "Send `circular` to go on at the other end."),
    ProblemKind(
      "bad-batch", 422,
      meaning: "`actions` is no list, is empty, or has more actions than one batch may.",
      remedy: "Send them in several batches."),
    ProblemKind(
      "bad-field", 422,
      meaning: "A field of the action has a value that cannot be.",
      remedy: "`errors` names the field, `detail` what would work."),
    ProblemKind(
      "bad-navigation", 422,
      meaning: "The given `navigation` cannot be one of the app.",
      remedy: "`errors` lists all that is wrong with it."),
    ProblemKind(
      "bad-offset", 422,
      meaning: "There is no item at that place of the list.",
      remedy: "Read the list again; places count from 0."),
    ProblemKind(
      "bad-params", 422,
      meaning: "The params do not fit the route.",
      remedy: "`errors` lists each that is missing, unknown or of a wrong type."),
    ProblemKind(
      "bad-state", 422,
      meaning: "A screen's state does not fit its reducer.",
      remedy: "Send a state of the form that the reducer has."),
    ProblemKind(
      "container-gone", 409,
      meaning: "There is no container of that id.",
      remedy: "It may have been removed; read the session again."),
    ProblemKind(
      "count-overflow", 409,
      meaning: "The count is where 64 bits end.",
      remedy: "Count the other way."),
    ProblemKind(
      "covered", 409,
      meaning: "Something is presented over the container.",
      remedy: "Dismiss it first, or name the container as `target` to mean it."),
    ProblemKind(
      "destination-not-allowed", 409,
      meaning: "The screen's route does not lead there.",
      remedy: "`detail` lists the routes that may be opened from it."),
    ProblemKind(
      "duplicate", 409,
      meaning: "A screen of the same identity is in the container or presented over it already.",
      remedy: "Go to that screen, remove it first, or give another identity."),
    ProblemKind(
      "endless", 409,
      meaning: "The action set off so many others that it looks endless.",
      remedy: "That is a fault of the app's router or reducers."),
    ProblemKind(
      "endless-feedback", 409,
      meaning: "A reducer fed back so many actions that it looks endless.",
      remedy: "That is a fault of the app; a delay ends the chain."),
    ProblemKind(
      "index-out-of-range", 409,
      meaning: "There is no such place in the stack.",
      remedy: "`detail` says which there are."),
    ProblemKind(
      "last-screen", 409,
      meaning: "It is the container's only screen, and a container needs one.",
      remedy: "Use `replace`, or close the container."),
    ProblemKind(
      "loading", 409,
      meaning: "What the action is about has not been loaded yet.",
      remedy: "Wait for the change that brings it."),
    ProblemKind(
      "missing-field", 422,
      meaning: "A field is not there that is needed.",
      remedy: "`errors` names it."),
    ProblemKind(
      "no-such-link", 404,
      meaning: "No route of the app matches that URL.",
      remedy: "Look at the links of the app's routes."),
    ProblemKind(
      "no-such-row", 409,
      meaning: "There is no row of that id.",
      remedy: "`detail` lists the rows."),
    ProblemKind(
      "not-an-action", 422,
      meaning: "What was sent is no object with a `type`.",
      remedy: "Send `{\"type\": …}`."),
    ProblemKind(
      "not-for-this-kind", 409,
      meaning: "The action does not apply to a container of that kind.",
      remedy: "`detail` lists the actions that do; or name another container as `target`."),
    ProblemKind(
      "not-handled", 409,
      meaning: "No container takes the action.",
      remedy: "Look at `can` of the session."),
    ProblemKind(
      "not-in-list", 409,
      meaning: "The screen is presented over the container, not one of its list.",
      remedy: "Use `dismiss`."),
    ProblemKind(
      "not-in-target", 409,
      meaning: "The screen does not stand in the container that `target` names.",
      remedy: "Leave one of them out."),
    ProblemKind(
      "not-presented", 409,
      meaning: "The screen is not presented.",
      remedy: "Use `pop` or `remove`."),
    ProblemKind(
      "nothing-to-dismiss", 409,
      meaning: "Nothing is presented.",
      remedy: "`can.dismiss` of the session tells beforehand."),
    ProblemKind(
      "nothing-to-finish", 409,
      meaning: "The flow shows its root.",
      remedy: "There is nothing to do."),
    ProblemKind(
      "nothing-to-go-back-to", 409,
      meaning: "There is nothing to go back to.",
      remedy: "`can.goBack` of the session tells beforehand."),
    ProblemKind(
      "nothing-to-pop", 409,
      meaning: "The stack has only its first screen.",
      remedy: "`can.pop` of the session tells beforehand."),
    ProblemKind(
      "nothing-to-pop-to", 409,
      meaning: "No such screen stands in the stack.",
      remedy: "Send `ifAbsent` to push or replace instead."),
    ProblemKind(
      "nothing-to-select", 409,
      meaning: "The container has no such screen.",
      remedy: "`detail` lists those that it has."),
    ProblemKind(
      "route-not-taken", 409,
      meaning: "No container that is meant takes that route.",
      remedy: "Name another container as `target`."),
    ProblemKind(
      "screen-gone", 409,
      meaning: "There is no screen of that id.",
      remedy: "It may have been removed; read the session again."),
    ProblemKind(
      "state-absent", 409,
      meaning: "The part of the state that the action is for is not there now.",
      remedy: "Read the session again."),
    ProblemKind(
      "timer-too-late", 422,
      meaning: "A timer may not fire so late.",
      remedy: "Use a shorter delay."),
    ProblemKind(
      "todo-gone", 409,
      meaning: "There is no todo of that id.",
      remedy: "It may have been deleted; read the list again."),
    ProblemKind(
      "too-deep", 409,
      meaning: "It would lie deeper than anything may.",
      remedy: "Close something first."),
    ProblemKind(
      "too-many-timers", 422,
      meaning: "As many timers are pending as a session may have.",
      remedy: "Cancel some."),
    ProblemKind(
      "type-differs", 422,
      meaning: "The body has another `type` than the path.",
      remedy: "Leave `type` out of the body."),
    ProblemKind(
      "unknown-action", 422,
      meaning: "The app has no such action here.",
      remedy: "`detail` lists those that it has; so does `/v1/apps/{app}/schema`."),
    ProblemKind(
      "unknown-color", 422,
      meaning: "There is no such colour.",
      remedy: "`detail` lists the colours."),
    ProblemKind(
      "unknown-field", 422,
      meaning: "The action has no such field.",
      remedy: "`detail` lists those that it has."),
    ProblemKind(
      "unknown-route", 422,
      meaning: "The app has no such route.",
      remedy: "`detail` lists those that it has."),
    ProblemKind(
      "url-too-long", 422,
      meaning: "The URL is longer than a link may be.",
      remedy: "Shorten it."),
  ]
}
