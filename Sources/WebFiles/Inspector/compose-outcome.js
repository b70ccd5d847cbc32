// Shows the changes that an action made or would make, from its receipt.

import { changeRows } from "./change-list.js"
import { differences } from "./difference.js"
import { h } from "./dom.js"
import { brief } from "./json-text.js"

/** The greatest number of listed differences. Further differences are only counted. */
const LISTED = 100

/** @param before the session at the time when the action was sent */
export function outcome({ changed, revision, plan = [], outputs, session }, before, isDryRun) {
  const [title, made, same] = isDryRun
    ? ["Dry run. ", "It would make", "Nothing would change."] : ["Sent. ", "It made", "Nothing changed."]
  const found = differences(told(before), told(session))
  return [
    h("p", h("strong", title), changed ? `${made} revision ${revision}.` : same),
    section("Steps", plan.map(step => [h("b", step.step), wording(step)])),
    section("Outputs", outputs.map(({ name, value }) => [h("b", name), ` ${brief(value)}`])),
    found.length > 0 && h("section", h("h3", "Difference"), h("ul", changeRows(found.slice(0, LISTED)))),
    found.length > LISTED && h("p.muted", `and ${found.length - LISTED} more`),
  ]
}

const section = (title, items) => items.length > 0 &&
  h("section", h("h3", title), h("ul", items.map(item => h("li", item))))

/** The compared parts of a session. The other parts change with every action. */
const told = ({ navigation, data, current, can }) => ({ navigation, data, current, can })

function wording({ step, container, screen, id, style, index, ...rest }) {
  const what = screen ? ` ${screen.route} (${screen.id})` : id ? ` ${id}` : ""
  const place = `${container ? ` in ${container}` : ""}${index === undefined ? "" : ` at ${index}`}`
  return what + (style ? ` as ${style}` : "") + place + (Object.keys(rest).length > 0 ? `: ${brief(rest)}` : "")
}
