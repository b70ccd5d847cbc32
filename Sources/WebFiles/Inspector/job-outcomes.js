// Shows the numbers of sessions that a job or a dry run changed, left unchanged, and was refused by.

import { addressOf } from "./address.js"
import { h } from "./dom.js"

/** Renders the counts, and up to three examples of each refusal with the heading `title`. `isOpen` expands them. */
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
