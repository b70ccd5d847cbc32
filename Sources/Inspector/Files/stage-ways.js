// Lists what can be done in a session, as buttons; what can not is grey and says why.

import { h } from "./dom.js"
import { idsIn } from "./session-ids.js"

const BACK = ["goBack", "pop", "popToRoot", "dismiss", "dismissAll"]
const OPEN = ["push", "replace", "present"]
const WITHIN = ["select", "selectNext", "selectPrevious", "openDrawer", "closeDrawer", "switchTo"]

const groups = {
  "This app": ({ action, screen }) => screen !== undefined || ![...BACK, ...OPEN, ...WITHIN].includes(action.type),
  Back: ({ action }) => BACK.includes(action.type),
  Open: ({ action, screen }) => screen === undefined && OPEN.includes(action.type),
  "Within a container": ({ action }) => WITHIN.includes(action.type),
}

/**
 * @param available `{ answer, problem }` of `GET S/available`
 * @param off why nothing can be done at all, or null
 * @param hands `{ send(action), compose(action) }`
 */
export function drawWays(session, { answer, problem }, off, hands) {
  if (problem) return h("p.muted", {}, `What can be done here is not known: ${problem.message}`)
  if (!answer) return h("p.muted", {}, "…")
  const screens = new Map(idsIn(session.navigation).screens)
  return [Object.entries(groups).map(([title, belongs]) => {
    const items = answer.items.filter(belongs).sort((a, b) => b.allowed - a.allowed)
    return items.length > 0 && h("section", {}, h("h2", {}, title), h("ul", {}, items.map(item => way(item, screens, off, hands))))
  }), answer.truncated && h("p.muted", {}, "There is more than is listed here.")]
}

function way({ action, allowed, needs, changes, reason }, screens, off, hands) {
  const key = `way-${JSON.stringify(action)}`
  // What the server says is of the present; in the past there is only one reason.
  const note = off ? null : !allowed ? reason : changes === false ? "changes nothing" : null
  const isOff = off || !allowed
  return h(allowed ? "li" : "li.blocked", {},
    h("button.way", {
      type: "button", "data-key": key, "aria-disabled": isOff && "true", "aria-describedby": off?.id ?? (note && key.replaceAll(" ", "")),
      title: off?.text ?? JSON.stringify(action),
      onClick: () => { if (!isOff) (needs ? hands.compose : hands.send)(action) },
    }, h("b", {}, action.type), wording(action, screens), needs && " …"),
    note && h("span.muted", { id: key.replaceAll(" ", "") }, note))
}

/** What the action says beside its type, with what a screen is that it names. */
function wording({ type, target, ...fields }, screens) {
  return Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value)
    return name === "id" ? ` ${text} (${screens.get(value) ?? "gone"})` : ` ${text}`
  }).join("") + (target && target !== "root" ? ` in ${target}` : "")
}
