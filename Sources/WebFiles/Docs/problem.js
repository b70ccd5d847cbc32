import { h } from "../ui/dom.js"
import { fill, prose } from "./content.js"

fill(location.pathname, ({ code, title, statuses, meaning, remedy, sameAs }) => {
  document.title = `${title} – Navstate`
  const same = sameAs ? [", the same as ", h("a", { href: sameAs }, h("code", sameAs))] : []
  return [
    h("h1", title),
    h("p", h("code", code), `, answered with ${statuses.join(" or ")}`, ...same),
    h("p", ...prose(meaning)),
    h("p", ...prose(remedy)),
  ]
})
