// What an action would change, or has changed, as its receipt says it.

import { h } from "./dom.js"
import { brief, pointer } from "./json-text.js"
import { same } from "./same.js"

/** More differences than this are counted, not listed. */
const LISTED = 100

/** @param before the session as it was when the action was sent */
export function outcome(receipt, before, isDryRun) {
  const title = isDryRun
    ? receipt.changed ? `It would make revision ${receipt.revision}.` : "It would be taken, but nothing would change."
    : receipt.changed ? `It made revision ${receipt.revision}.` : "It was taken, but nothing changed."
  const differences = receipt.session ? differencesOf(before, receipt.session) : []
  return [
    h("p", { class: isDryRun ? "dry" : "done" }, h("strong", {}, isDryRun ? "Dry run. " : "Sent. "), title),
    receipt.plan?.length > 0 && section("Steps", h("ol", {}, receipt.plan.map(step => h("li", {}, wording(step))))),
    receipt.outputs?.length > 0 && section("Outputs", h("ul", {}, receipt.outputs.map(
      output => h("li", {}, h("b", {}, output.name), ` ${brief(output.value)}`)))),
    differences.length > 0 && section("Difference", table(differences.slice(0, LISTED)),
      differences.length > LISTED && h("p", { class: "quiet" }, `and ${differences.length - LISTED} more`)),
  ]
}

const section = (title, ...children) => h("section", {}, h("h4", {}, title), children)

function wording({ step, container, screen, id, style, index, to, ...rest }) {
  const where = container === undefined ? "" : ` in ${container}`
  const place = index === undefined ? "" : ` at ${index}`
  const what = screen ? ` ${screen.route} (${screen.id})` : id === undefined ? "" : ` ${id}`
  const more = Object.keys(rest).length > 0 ? `, ${brief(rest, 80)}` : ""
  return [h("b", {}, step), `${what}${style ? ` as ${style}` : ""}${where}${place}${to === undefined ? "" : ` to ${to}`}${more}`]
}

function table(differences) {
  return h("table", {}, h("caption", { class: "hidden-text" }, "What differs"),
    h("thead", {}, h("tr", {}, ["Where", "Before", "After"].map(title => h("th", { scope: "col" }, title)))),
    h("tbody", {}, differences.map(({ at, before, after }) => h("tr", {},
      h("th", { scope: "row" }, at), h("td", { class: "before" }, brief(before, 80)), h("td", { class: "after" }, brief(after, 80))))))
}

/** The places where two sessions differ, but for what every change changes. */
function differencesOf(before, after) {
  const found = []
  for (const name of ["navigation", "data", "current", "can"]) compare(before[name], after[name], `/${name}`, found)
  return found
}

function compare(before, after, at, found) {
  if (same(before, after)) return
  const isBoth = [before, after].every(one => typeof one === "object" && one !== null)
  if (!isBoth || Array.isArray(before) !== Array.isArray(after)) return found.push({ at, before, after })
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    compare(before[name], after[name], pointer(at, name), found)
  }
}
