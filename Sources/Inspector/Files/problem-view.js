// How a refusal looks: what happened, what would help, where to read more.

import { h, keyed } from "./dom.js"

const advice = {
  "no-token": "Enter the admin's token, or the session's own.",
  "not-allowed": "The token that was entered does not open this. Enter the admin's, or the session's own.",
  "session-leased": "Another client is the only writer for a while. Reading goes on.",
  "unreachable": null,
}

/** One problem. `onToken` opens the entry of a token; `onDismiss` puts the problem away. */
export function problemCard(problem, { onToken, onDismiss } = {}) {
  return h("div", { class: "problem" },
    h("div", { class: "problem-text" },
      h("strong", {}, problem.title),
      problem.detail ? h("p", {}, problem.detail) : null,
      advice[problem.code] ? h("p", {}, advice[problem.code]) : null,
      problem.errors.length > 0
        ? h("ul", {}, problem.errors.filter(fault => fault.detail !== problem.detail)
          .map(fault => h("li", {}, h("code", {}, fault.pointer ?? ""), ` ${fault.detail}`)))
        : null,
      problem.type?.startsWith("/problems/")
        ? h("a", { href: problem.type, target: "_blank", rel: "noopener" }, "What this means") : null),
    h("div", { class: "row" },
      problem.needsToken && onToken ? h("button", { class: "primary", onClick: onToken }, "Enter a token") : null,
      onDismiss ? h("button", { class: "quiet icon", "aria-label": "Put this message away", onClick: onDismiss }, "✕") : null))
}

/** All that is wrong with the chosen session, read out as it comes. */
export function problemsView(model, onToken) {
  const element = h("div", { class: "problems", role: "alert", "aria-label": "Problems" })
  return {
    element,
    update() {
      keyed(element, [...model.problems], ([name, problem]) => `${name} ${problem.code} ${problem.detail}`,
        ([name, problem]) => problemCard(problem, { onToken, onDismiss: () => model.resolve(name) }))
    },
  }
}
