// What an action would change, or has changed, as its receipt says it.

import { differences } from "./difference.js"
import { h } from "./dom.js"
import { brief } from "./json-text.js"

/** More differences than this are counted, not listed. */
const LISTED = 100

/** @param before the session as it was when the action was sent */
export function outcome(receipt, before, isDryRun) {
  const title = isDryRun
    ? receipt.changed ? `It would make revision ${receipt.revision}.` : "It would be taken, but nothing would change."
    : receipt.changed ? `It made revision ${receipt.revision}.` : "It was taken, but nothing changed."
  const found = receipt.session ? differencesOf(before, receipt.session) : []
  return [
    h("p", { class: isDryRun ? "dry" : "done" }, h("strong", {}, isDryRun ? "Dry run. " : "Sent. "), title),
    receipt.plan?.length > 0 && section("Steps", h("ol", {}, receipt.plan.map(step => h("li", {}, wording(step))))),
    receipt.outputs?.length > 0 && section("Outputs", h("ul", {}, receipt.outputs.map(
      output => h("li", {}, h("b", {}, output.name), ` ${brief(output.value)}`)))),
    found.length > 0 && section("Difference", table(found.slice(0, LISTED)),
      found.length > LISTED && h("p", { class: "muted" }, `and ${found.length - LISTED} more`)),
  ]
}

const section = (title, ...children) => h("section", {}, h("h3", {}, title), children)

function wording({ step, container, screen, id, style, index, to, ...rest }) {
  const where = container === undefined ? "" : ` in ${container}`
  const place = index === undefined ? "" : ` at ${index}`
  const what = screen ? ` ${screen.route} (${screen.id})` : id === undefined ? "" : ` ${id}`
  const more = Object.keys(rest).length > 0 ? `, ${brief(rest, 80)}` : ""
  return [h("b", {}, step), `${what}${style ? ` as ${style}` : ""}${where}${place}${to === undefined ? "" : ` to ${to}`}${more}`]
}

function table(found) {
  return h("table", {}, h("caption", { class: "hidden-text" }, "What differs"),
    h("thead", {}, h("tr", {}, ["Where", "Before", "After"].map(title => h("th", { scope: "col" }, title)))),
    h("tbody", {}, found.map(({ pointer, from, to }) => h("tr", {},
      h("th", { scope: "row" }, pointer), h("td", { class: "before" }, brief(from, 80)), h("td", { class: "after" }, brief(to, 80))))))
}

/** What every change changes says nothing of this one. */
function differencesOf(before, after) {
  const told = ({ navigation, data, current, can }) => ({ navigation, data, current, can })
  return differences(told(before), told(after))
}
