// How a refusal looks: what happened, what would help, where to read more.

import { h, keyed } from "./dom.js"

/** One problem. `onToken` opens the entry of a token; `onDismiss` puts the problem away. */
export function problemCard({ title, detail, type, errors, needsToken }, { onToken, onDismiss } = {}) {
  const faults = errors.filter(fault => fault.detail !== detail)
  return h("div.problem",
    h("div.grow",
      h("strong", title), detail && h("p", detail),
      needsToken && h("p", "The admin's token opens everything, a session's own that session."),
      faults.length > 0 && h("ul", faults.map(fault => h("li", h("code", fault.pointer), ` ${fault.detail}`))),
      type && h("a", { href: type, target: "_blank", rel: "noopener" }, "What this means")),
    needsToken && onToken && h("button.primary", { onClick: onToken }, "Enter a token"),
    onDismiss && h("button.quiet.icon", { "aria-label": "Put this message away", onClick: onDismiss }, "✕"))
}

/** All that is wrong with the chosen session, read out as it comes. */
export function problemsView(model, onToken) {
  const element = h("div", { role: "alert", "aria-label": "Problems" })
  return {
    element,
    update() {
      keyed(element, model.problems, ([name, problem]) => `${name} ${problem.detail}`,
        ([name, problem]) => problemCard(problem, { onToken, onDismiss: () => model.resolve(name) }))
    },
  }
}
