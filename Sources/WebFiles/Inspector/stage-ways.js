// Lists the actions of a session as buttons. Buttons that are disabled for the same reason show it once. Refused actions
// that would open a screen are folded: an app refuses most of its screens most of the time.

import { conditionView, failedConditions } from "./conditions.js"
import { h } from "./dom.js"
import { idsIn } from "./session-ids.js"

const titles = ["This app", "Back", "Open", "Within a container"]

function titleOf({ action: { type, route, target }, screen }) {
  if (["goBack", "pop", "popToRoot", "dismiss", "dismissAll"].includes(type)) return "Back"
  return target ? "Within a container" : route && !screen ? "Open" : "This app"
}

/**
 * @param available `{ answer, problem }` of `GET S/available`
 * @param app the session's app
 * @param off the reason why all actions are disabled, or null
 * @param hands `{ send(action), compose(action) }`
 */
export function drawWays(session, app, { answer, problem }, off, hands) {
  if (problem) return h("p.muted", `The available actions could not be loaded: ${problem.message}`)
  if (!answer) return h("p.muted", "…")
  const screens = new Map(idsIn(session.navigation).screens)
  const conditionsOf = items => {
    const failed = items.flatMap(item => failedConditions(item, app, session))
    return [...new Map(failed.map(one => [one.when, one])).values()].map(conditionView)
  }
  const draw = (title, items) => byNote(items, off).map(({ note, items }) => {
    const id = `why-${title}-${note}`.replaceAll(" ", "-")
    const list = h("ul", items.map(item => h("li", way(item, screens, off, note && id, hands))))
    return note ? h("div.noted", list, h("p.muted", { id }, note), conditionsOf(items)) : list
  })
  const isFolded = ({ allowed, action }) => !off && !allowed && action.route !== undefined
  const groups = Map.groupBy(answer.items, titleOf)
  return [titles.filter(title => groups.has(title)).map(title => {
    const folded = groups.get(title).filter(isFolded)
    return h("section", h("h2", title), draw(title, groups.get(title).filter(item => !isFolded(item))),
      folded.length > 0 && h("details", { "data-key": `refused-${title}` },
        h("summary", `${folded.length} refused`), draw(title, folded)))
  }),
  answer.truncated && h("p.muted", "The list is truncated.")]
}

/** Returns the text beside an action. A past revision has one reason for all actions, which is shown elsewhere. */
const noteOf = ({ allowed, changes, reason }, off) =>
  off ? "" : !allowed ? reason : changes === false ? "Changes nothing." : ""

/** Groups the actions by their notes, those without a note first. Merges notes that differ only in one name. */
function byNote(items, off) {
  const nameOf = item => [JSON.stringify(item.action.route), `\`${item.action.type}\``]
    .find(name => name && noteOf(item, off).includes(name))
  const groups = Map.groupBy(items, item => noteOf(item, off).replace(nameOf(item), "\0"))
  return [...groups].sort(([a], [b]) => Boolean(a) - Boolean(b)).map(([pattern, items]) =>
    ({ note: pattern.replace("\0", [...new Set(items.map(nameOf))].join(", ")), items }))
}

function way({ action, allowed, needs }, screens, off, noteId, hands) {
  const isOff = off || !allowed
  return h("button.way", {
    type: "button", "data-key": `way-${JSON.stringify(action)}`, "aria-disabled": isOff && "true",
    "aria-describedby": off?.id ?? noteId, title: off?.text ?? JSON.stringify(action),
    onClick: () => { if (!isOff) (needs ? hands.compose : hands.send)(action) },
  }, h("b", action.type), wording(action, screens), needs && " …")
}

/** Formats the fields of an action other than its type, with the description of a screen that it names. */
export function wording({ type, target, ...fields }, screens) {
  return Object.entries(fields).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value)
    return name === "id" && screens ? ` ${text} (${screens.get(value) ?? "gone"})` : ` ${text}`
  }).join("") + (target && target !== "root" ? ` in ${target}` : "")
}
