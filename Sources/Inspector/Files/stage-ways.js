// Lists what can be done in a session, as buttons; what can not is grey and says why.

import { h } from "./dom.js"
import { idsIn } from "./session-ids.js"

const GROUPS = [
  ["This app", item => item.screen !== undefined || !COMMON.has(item.action.type)],
  ["Back", item => ["goBack", "pop", "popTo", "popToRoot", "dismiss", "dismissAll"].includes(item.action.type)],
  ["Open", item => ["push", "replace", "navigate", "present", "switchTo", "route"].includes(item.action.type)],
  ["Within a container", () => true],
]

const COMMON = new Set([
  "push", "pop", "popTo", "popToRoot", "replace", "navigate", "insert", "remove", "reset", "goBack", "setParams",
  "replaceParams", "select", "selectNext", "selectPrevious", "selectFirst", "selectLast", "openDrawer", "closeDrawer",
  "toggleDrawer", "switchTo", "present", "dismiss", "dismissAll", "route", "screen",
])

/**
 * @param available `{ answer, problem }` of `GET S/available`
 * @param off why nothing can be done at all, or null
 * @param hands `{ send(action), compose(action) }`
 */
export function drawWays(session, { answer, problem }, off, hands) {
  if (problem) return h("p", { class: "muted" }, `What can be done here is not known: ${problem.message}`)
  if (!answer) return h("p", { class: "muted" }, "…")
  const screens = new Map(idsIn(session.navigation).screens)
  const left = [...answer.items]
  return GROUPS.map(([title, belongs]) => {
    const items = left.filter(belongs)
    items.forEach(item => left.splice(left.indexOf(item), 1))
    items.sort((a, b) => b.allowed - a.allowed)
    return items.length > 0 && h("section", {}, h("h2", {}, title),
      h("ul", {}, items.map((item, index) => way(item, `${title}-${index}`, screens, off, hands))))
  }).concat(answer.truncated && h("p", { class: "muted" }, "There is more than is listed here."))
}

function way(item, place, screens, off, hands) {
  const { action, allowed, needs } = item
  const id = `way-${place.replaceAll(" ", "-")}`
  // What the server says is of the present; in the past there is only one reason.
  const note = off ? null : !allowed ? item.reason : item.changes === false ? "changes nothing" : null
  const isOff = off !== null || !allowed
  return h("li", { class: allowed ? null : "blocked" },
    h("button", {
      type: "button", "data-key": `way-${JSON.stringify(action)}`, class: "way",
      "aria-disabled": isOff ? "true" : null, "aria-describedby": off?.id ?? (note && id), title: off?.text ?? JSON.stringify(action),
      onClick: () => { if (!isOff) (needs?.length ? hands.compose : hands.send)(action) },
    }, h("b", {}, action.type), wording(action, screens), needs?.length > 0 && " …"),
    note && h("span", { class: allowed ? "note" : "why", id }, note))
}

/** What the action says beside its type, with what a screen is that it names. */
function wording(action, screens) {
  const { type, target, ...fields } = action
  return Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value)
    return name === "id" || name === "source" ? ` ${text} (${screens.get(value) ?? "gone"})` : ` ${text}`
  }).join("") + (target && target !== "root" ? ` in ${target}` : "")
}
