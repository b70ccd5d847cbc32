// Lists what is quarantined, since it has ended the server repeatedly.

import { request } from "./api.js"
import { h, keyed } from "./dom.js"
import { dateTime } from "./time.js"

const pollEvery = 10000

export function quarantineView(model) {
  const element = h("div", { role: "status", "aria-label": "Quarantine" })
  let timer = null

  /** Loads the list, and repeatedly while something is in it and can be seen. */
  async function load() {
    clearTimeout(timer)
    const answer = await model.attempt("quarantine", () => request("GET", "/v1/admin/quarantine"))
    const items = answer?.body.items ?? []
    keyed(element, items, ({ id, until }) => `${id} ${until}`, banner)
    if (items.length > 0) timer = setTimeout(() => { if (element.checkVisibility()) load() }, pollEvery)
  }

  const banner = ({ id, kind, reason, until }) => h("div.row.wrap.banner",
    h("span", `Quarantined ${kind}`), h("code", id), h("span.grow", `${reason}; until ${dateTime(until)}`),
    h("button.small.administers", { "aria-label": `Lift ${id}`, onClick: () => lift(id) }, "Lift"))

  async function lift(id) {
    await model.attempt("quarantine", () => request("DELETE", `/v1/admin/quarantine/${encodeURIComponent(id)}`))
    load()
  }

  return { element, load }
}
