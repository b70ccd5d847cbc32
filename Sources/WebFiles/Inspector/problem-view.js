// Renders problems, each with its errors and a link to its documentation.

import { h, keyed } from "./dom.js"

/** Renders one problem. The button to dismiss it calls `onDismiss`. */
export function problemCard({ title, detail, type, errors }, onDismiss) {
  const faults = errors.filter(fault => fault.detail !== detail)
  return h("div.problem",
    h("div.grow",
      h("strong", title), detail && h("p", detail),
      faults.length > 0 && h("ul", faults.map(fault => h("li", h("code", fault.pointer), ` ${fault.detail}`))),
      type && h("a", { href: type, target: "_blank", rel: "noopener" }, "About this problem")),
    onDismiss && h("button.quiet.icon", { "aria-label": "Put this message away", onClick: onDismiss }, "✕"))
}

/** Announces the problems of the chosen session, except those for which the page asks for a token. */
export function problemsView(model) {
  const element = h("div", { role: "alert", "aria-label": "Problems" })
  return {
    element,
    update() {
      const shown = [...model.problems].filter(([, problem]) => problem !== model.tokenProblem)
      keyed(element, shown, ([name, problem]) => `${name} ${problem.detail}`,
        ([name, problem]) => problemCard(problem, () => model.resolve(name)))
    },
  }
}
