// How many sessions a job changed, left as they were, and was refused by; also those of a dry run.

import { addressOf } from "./address.js"
import { h } from "./dom.js"

/** The counts, with up to three examples of each refusal. `title` is that of the examples, `isOpen` shows them. */
export function outcomesOf({ changed, unchanged, refused, examples = [] }, title, isOpen) {
  const links = ids => ids.map(id => h("a", { href: addressOf({ sessionId: id, view: "stage", revision: null }) }, id))
  return [
    h("ul.row.wrap", { "aria-label": "Outcomes" }, [
      [changed, "changed"], [unchanged, "unchanged"], ...refused.map(({ code, count }) => [count, code]),
    ].map(([count, name]) => h("li", h("b", count), ` ${name}`))),
    examples.length > 0 && h("p.examples.muted", "Such as ", links(examples)),
    refused.length > 0 && h("details", { open: isOpen }, h("summary", title),
      h("ul", refused.flatMap(({ code, examples }) => examples.map(({ session, detail }) =>
        h("li.examples", links([session]), h("span.bad-text", ` ${code}: `), detail))))),
  ]
}
