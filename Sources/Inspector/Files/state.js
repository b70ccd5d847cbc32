// The session's state: as a tree, as what the last action changed, or raw; with a search in keys and values.

import { copyButton } from "./clipboard.js"
import { differences } from "./difference.js"
import { h, replace, setText } from "./dom.js"
import { brief, marked, pretty } from "./json-text.js"
import { stateTree } from "./state-tree.js"
import { remembered } from "./storage.js"

const forms = { tree: "Tree", difference: "Difference", raw: "Raw" }
const memory = remembered("state", { form: "tree" })

export function stateView(model) {
  let { form } = memory.read()
  let drawn = null
  const tree = stateTree()
  const search = h("input", { type: "search", placeholder: "Search keys and values", "aria-label": "Search keys and values",
    id: "state-search", onInput: () => { update(); if (search.value) tree.next() },
    onKeydown: event => { if (event.key === "Enter") tree.next() } })
  const hits = h("span", { class: "muted", "aria-live": "polite" })
  const buttons = Object.entries(forms).map(([name, label]) =>
    h("button", { class: "segment", dataset: { form: name }, onClick: () => { form = name; memory.write({ form }); update() } }, label))
  const ofTree = h("span", { class: "row" },
    h("button", { class: "quiet small", onClick: () => tree.setAll(true) }, "Open all"),
    h("button", { class: "quiet small", onClick: () => tree.setAll(false) }, "Close all"))
  const body = h("div", { class: "state-body" })
  const element = h("div", { class: "state" },
    h("div", { class: "row wrap toolbar" },
      h("div", { class: "segments", role: "group", "aria-label": "Form" }, buttons), search, hits, h("span", { class: "grow" }), ofTree,
      copyButton("Copy JSON", () => pretty(model.shown), { class: "small" })),
    body)

  function update() {
    const wanted = search.value.toLowerCase()
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.form === form))
    ofTree.hidden = form !== "tree"
    if (form === "tree") tree.update(model.shown, wanted)
    const mark = `${form} ${form === "tree" ? "" : wanted} ${model.sessionId} ${model.shown?.revision}`
    if (mark !== drawn) {
      drawn = mark
      draw(wanted)
    }
    setText(hits, wanted && form === "tree" ? `${tree.hits} found` : "")
  }

  function draw(wanted) {
    if (!model.shown) return replace(body, h("p", { class: "muted empty" }, model.problems.has("revision") ? "Nothing to show." : "Loading…"))
    if (form === "tree") return replace(body, tree.element)
    if (form === "raw") return replace(body, h("pre", { class: "raw", tabindex: 0, "aria-label": "Raw JSON" }, marked(pretty(model.shown), wanted)))
    return drawDifference(wanted)
  }

  async function drawDifference(wanted) {
    const { revision } = model.shown
    const mark = drawn
    const shown = model.shown
    if (revision === 1) return replace(body, h("p", { class: "muted empty" }, "This is the first revision: there is none before it."))
    const show = (...content) => { if (drawn === mark) replace(body, ...content) }
    try {
      const former = await model.sessionAt(revision - 1)
      const found = differences(partsOf(former), partsOf(shown)).filter(change => !wanted || textOf(change).includes(wanted))
      show(h("p", { class: "muted" }, `From revision ${revision - 1} to ${revision}: ${found.length} ${found.length === 1 ? "change" : "changes"}.`),
        h("ul", { class: "differences", "aria-label": "Changes" }, found.map(change => changeRow(change, wanted))))
    } catch (problem) {
      show(h("p", { class: "muted empty" }, `The revision before is not there: ${problem.message}`))
    }
  }

  return { element, update, search }
}

/** What an action changes. `current` and `can` follow from it, the revision and its time always differ. */
const partsOf = ({ navigation, data }) => ({ navigation, data })

const textOf = ({ pointer, from, to }) => `${pointer} ${brief(from, Infinity)} ${brief(to, Infinity)}`.toLowerCase()

const signs = { added: "+", removed: "−", changed: "~" }

function changeRow({ kind, pointer, from, to }, wanted) {
  return h("li", { class: `difference ${kind}` },
    h("span", { class: "sign", role: "img", "aria-label": kind }, signs[kind]),
    h("code", { class: "pointer" }, marked(pointer, wanted)),
    h("div", { class: "from-to" },
      from === undefined ? null : h("del", {}, marked(brief(from, 2000), wanted)),
      to === undefined ? null : h("ins", {}, marked(brief(to, 2000), wanted))))
}
