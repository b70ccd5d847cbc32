// Hands a session over to another device by a code, which is entered or scanned there.

import { request, sessionPath } from "./api.js"
import { copyButton } from "./clipboard.js"
import { dialog } from "./dialog.js"
import { h, replace, setText, svg } from "./dom.js"
import { problemCard } from "./problem-view.js"
import { qrCode } from "./qr-code.js"
import { reaches } from "./rights.js"
import { countdown } from "./time.js"

const roles = { act: "Acts: reads and sends actions", watch: "Watches only", lead: "Leads: also undoes and hands over" }

/** Asks for the role of the other device, and shows the code. */
export async function handOver({ sessionId, role }) {
  const offered = Object.entries(roles).filter(([value]) => reaches(role, value))
  const select = h("select", {}, offered.map(([value, text]) => h("option", { value }, text)))
  const result = h("div.handoff", { "aria-live": "polite" })
  let ticking = null
  async function make(event) {
    event.preventDefault()
    clearInterval(ticking)
    try {
      const wanted = { role: select.value, once: true }
      const { body } = await request("POST", sessionPath(sessionId, "/tokens"), { body: wanted })
      const left = h("span")
      const tick = () => setText(left, countdown(body.expiresAt))
      ticking = setInterval(tick, 1000)
      tick()
      replace(result, shown(body.code), h("p.muted", { "aria-live": "off" }, "Valid once, for ", left, "."))
    } catch (problem) {
      replace(result, problemCard(problem))
    }
  }
  await dialog("Hand over", () => [
    h("p.muted", "Another device opens this session by scanning the code, or a client trades it for a token: ",
      h("code", "POST /v1/handoffs"), "."),
    h("form.row.wrap", { onSubmit: make },
      h("label.row.grow", "Role", select), h("button.primary", "Make a code")),
    result,
  ])
  clearInterval(ticking)
}

function shown(code) {
  const link = new URL(`#/handoffs/${code}`, location.href).href
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(location.hostname)
  const rows = qrCode(link)
  return [
    rows && picture(rows),
    h("output.code", { "aria-label": "Handoff code" }, `${code.slice(0, 4)} ${code.slice(4)}`),
    copyButton("Copy link", () => link, { class: "quiet small" }),
    isLocal && h("p.muted",
      `Only this machine reaches ${location.host}: open the inspector at the server's own address first.`),
  ]
}

/** Draws the code dark on light in both color schemes, since not every scanner reads the reverse. */
function picture(rows) {
  const size = rows.length + 8
  const d = rows.flatMap((row, y) => row.map((dark, x) => dark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join("")
  return svg("svg", {
    class: "qr-code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "QR code of the link",
  },
  svg("rect", { width: size, height: size, fill: "#fff" }),
  svg("path", { d, fill: "#000", "shape-rendering": "crispEdges" }))
}
