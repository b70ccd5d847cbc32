// Lists what can be done in a session, as buttons; what can not is grey and says why.

import { h } from "./dom.js"
import { idsIn } from "./session-ids.js"

const titles = ["This app", "Back", "Open", "Within a container"]

function titleOf({ action: { type, route, target }, screen }) {
  if (["goBack", "pop", "popToRoot", "dismiss", "dismissAll"].includes(type)) return "Back"
  return target ? "Within a container" : route && !screen ? "Open" : "This app"
}

/**
 * @param available `{ answer, problem }` of `GET S/available`
 * @param off why nothing can be done at all, or null
 * @param hands `{ send(action), compose(action) }`
 */
export function drawWays(session, { answer, problem }, off, hands) {
  if (problem) return h("p.muted", `The available actions could not be loaded: ${problem.message}`)
  if (!answer) return h("p.muted", "…")
  const screens = new Map(idsIn(session.navigation).screens)
  const groups = Map.groupBy(answer.items, titleOf)
  return [titles.filter(title => groups.has(title)).map(title => h("section", h("h2", title), h("ul",
    groups.get(title).sort((a, b) => b.allowed - a.allowed).map(item => way(item, screens, off, hands))))),
  answer.truncated && h("p.muted", "The list is truncated.")]
}

function way({ action, allowed, needs, changes, reason }, screens, off, hands) {
  const key = `way-${JSON.stringify(action)}`
  const id = key.replaceAll(" ", "")
  // What the server says is of the present; in the past there is only one reason.
  const note = off ? null : !allowed ? reason : changes === false ? "changes nothing" : null
  const isOff = off || !allowed
  return h(allowed ? "li" : "li.blocked", {},
    h("button.way", {
      type: "button", "data-key": key, "aria-disabled": isOff && "true", "aria-describedby": off?.id ?? (note && id),
      title: off?.text ?? JSON.stringify(action),
      onClick: () => { if (!isOff) (needs ? hands.compose : hands.send)(action) },
    }, h("b", action.type), wording(action, screens), needs && " …"),
    note && h("span.muted", { id }, note))
}

/** What the action says beside its type, with what a screen is that it names. */
function wording({ type, target, ...fields }, screens) {
  return Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value)
    return name === "id" ? ` ${text} (${screens.get(value) ?? "gone"})` : ` ${text}`
  }).join("") + (target && target !== "root" ? ` in ${target}` : "")
}
