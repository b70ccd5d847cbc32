// The view State: a tree, the changes of the last action, or raw JSON, with a search in keys and values.

import { changeRows, changesOf } from "./change-list.js"
import { copyButton } from "./clipboard.js"
import { h, replace, setText } from "./dom.js"
import { brief, marked, pretty } from "./json-text.js"
import { searchField } from "./search-field.js"
import { stateTree } from "./state-tree.js"
import { remembered } from "./storage.js"

const forms = ["Tree", "Difference", "Raw"]
const memory = remembered("state", { form: "Tree" })

export function stateView(model) {
  let { form } = memory.read()
  let drawn = null
  const tree = stateTree()
  /** Whether a match still has to be selected. The state can arrive after the search. */
  let isFinding = false
  const search = searchField("Search keys and values", find, { onKeydown: event => { if (event.key === "Enter") find() } })
  const hits = h("span.muted.grow", { "aria-live": "polite" })
  const buttons = forms.map(name => h("button.chip", { onClick: () => take(name) }, name))
  const body = h("div.stacked.state-body")
  const element = h("div.stacked.state",
    h("div.row.wrap.toolbar",
      h("div.row.chips", { role: "group", "aria-label": "Form" }, buttons), search, hits,
      copyButton("Copy JSON", () => pretty(model.shown))),
    body)

  function take(name) {
    form = name
    memory.write({ form })
    update()
  }

  function find() {
    isFinding = form === "Tree" && search.value !== ""
    update()
  }

  function update() {
    const wanted = search.value.toLowerCase()
    for (const button of buttons) button.ariaPressed = button.textContent === form
    tree.update(model.shown, wanted)
    const mark = `${form} ${form === "Tree" || wanted} ${model.sessionId} ${model.shown?.revision ?? model.problems.size}`
    if (mark !== drawn) {
      drawn = mark
      draw(wanted)
    }
    if (isFinding && model.shown) {
      isFinding = false
      tree.next()
    }
    setText(hits, wanted && form === "Tree" ? `${tree.hits} found` : "")
  }

  function draw(wanted) {
    const say = text => replace(body, h("p.muted.empty", text))
    const { shown } = model
    if (!shown) say(model.problems.has("revision") ? "Nothing to show." : "Loading…")
    else if (form === "Tree") replace(body, tree.element)
    else if (form === "Raw") {
      replace(body, h("pre", { tabindex: 0, "aria-label": "Raw JSON" }, marked(pretty(shown), wanted)))
    }
    else if (shown.revision === 1) say("This is the first revision.")
    else drawDifference(shown, wanted, say)
  }

  async function drawDifference(shown, wanted, say) {
    const mark = drawn
    const before = shown.revision - 1
    try {
      const found = (await changesOf(model, shown.revision)).filter(change => textOf(change).includes(wanted))
      if (drawn !== mark) return
      replace(body, h("p.muted", `From revision ${before} to ${shown.revision}: ${found.length} changed.`),
        h("ul", { tabindex: 0, "aria-label": "Changes" }, changeRows(found, wanted)))
    } catch (problem) {
      if (drawn === mark) say(`Revision ${before} is unavailable: ${problem.message}`)
    }
  }

  return { element, update, search }
}

const textOf = ({ pointer, from, to }) => `${pointer} ${brief(from, Infinity)} ${brief(to, Infinity)}`.toLowerCase()
