// Lists the differences that a change made.

import { differences } from "./difference.js"
import { h } from "./dom.js"
import { brief, marked } from "./json-text.js"

/** The compared parts of a session. `current` and `can` follow from them. The revision and its time always differ. */
const partsOf = ({ navigation, data }) => ({ navigation, data })

export const changesBetween = (before, after) => differences(partsOf(before), partsOf(after))

/** Returns the differences between `revision` and the previous revision. */
export async function changesOf(model, revision) {
  return changesBetween(...await Promise.all([revision - 1, revision].map(one => model.sessionAt(one))))
}

const signs = { added: "+", removed: "−", changed: "~" }

/** Returns the changes as list items, with each occurrence of `wanted` marked. */
export const changeRows = (changes, wanted = "") => changes.map(({ kind, pointer, from, to }) =>
  h(`li.difference.${kind}`,
    h("span.sign", { role: "img", "aria-label": kind }, signs[kind]), h("code", marked(pointer, wanted)),
    h("div.from-to",
      from !== undefined && h("del", marked(brief(from, 2000), wanted)),
      to !== undefined && h("ins", marked(brief(to, 2000), wanted)))))
