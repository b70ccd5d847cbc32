// The screens of the kiosk and of the phone.
import { qrCode } from "../ui/qr-code.js"
import { element, money } from "./dom.js"

let count = 1

/** Returns the elements for the state of a client. */
export function screens(nav, isKiosk) {
  const top = nav.screens.at(-1)
  const sheet = nav.presented.at(-1)?.screen
  const isLeaving = nav.pending.some(({ type }) => type === "dismiss")
  return [
    element("section." + top.route, { inert: Boolean(sheet && !isLeaving) }, views[top.route](nav, top, isKiosk)),
    sheet && !isLeaving ? element("section.sheet", { role: "dialog" }, dish(nav, sheet)) : null,
  ].filter(Boolean)
}

const button = (text, onclick, kind = "primary") => element(`button.${kind}`, { onclick, type: "button" }, text)

const views = {
  welcome: (nav, _, isKiosk) => [
    element("h1", {}, "Hungry?"),
    element("p", {}, "Choose here, and sit down. We bring it to your table."),
    button("Start", () => nav.push("menu")),
    isKiosk ? phoneCode(nav) : null,
  ],

  menu: nav => [
    heading(nav, "What would you like?"),
    element("ul.dishes", {}, nav.data.dishes.map(({ id, name, price, picture }) =>
      element("li", {}, element("button.dish", { type: "button", onclick: () => { count = 1; nav.present("dish", { id }) } },
        element("span.picture", { ariaHidden: "true" }, picture), element("strong", {}, name), element("span", {}, money(price)))))),
    trayBar(nav),
  ],

  tray: nav => [
    heading(nav, "Your tray"),
    element("ul.lines", {}, tray(nav).map(({ dish, count }) =>
      element("li", {}, `${count} × ${find(nav, dish).name}`, element("span", {}, money(count * find(nav, dish).price))))),
    element("p.total", {}, "Total", element("strong", {}, money(total(nav)))),
    orderButton(nav),
  ],

  thanks: (nav, { params }) => [
    element("h1", {}, "Thank you!"),
    element("p", {}, "Your number is"),
    element("p.number", {}, params.number),
    element("p", {}, stage(nav, params.number)),
    button("Done", () => nav.actions.startOver(), "plain"),
  ],
}

const heading = (nav, text) => element("header", {},
  element("button.back", { type: "button", ariaLabel: "Back", onclick: () => nav.goBack() }, "‹"), element("h1", {}, text))

const find = (nav, id) => nav.data.dishes.find(dish => dish.id === id)

/** Returns the dishes on the tray, with those that have not reached the server yet. */
const tray = nav => [...nav.data.tray, ...nav.pending.flatMap(({ result }) => result ?? [])]

const total = nav => tray(nav).reduce((sum, { dish, count }) => sum + count * find(nav, dish).price, 0)

function trayBar(nav) {
  const number = tray(nav).reduce((sum, { count }) => sum + count, 0)
  if (number === 0) return element("p.hint", {}, "Tap a dish.")
  return element("footer", {}, button(`Tray: ${number} · ${money(total(nav))}`, () => nav.push("tray"), "plain"), orderButton(nav))
}

function orderButton(nav) {
  const isSent = nav.pending.some(({ type }) => type === "order")
  return Object.assign(button(isSent ? "Sending …" : "Order", () => nav.actions.order()), { disabled: isSent })
}

function stage(nav, number) {
  const order = nav.data.orders.find(order => order.number === number)
  return { new: "The kitchen has your order.", cooking: "It is being cooked." }[order?.stage] ?? "It is on its way to your table."
}

function dish(nav, { params }) {
  const { name, price, picture } = find(nav, params.id)
  const amount = element("output", {}, count)
  const change = by => () => { amount.textContent = count = Math.min(9, Math.max(1, count + by)) }
  return [
    element("span.picture", { ariaHidden: "true" }, picture), element("h2", {}, name), element("p", {}, money(price)),
    element("div.stepper", {}, button("−", change(-1), "plain"), amount, button("+", change(1), "plain")),
    button("Put on the tray", () => nav.dismiss({ result: { dish: params.id, count } })),
    button("Cancel", () => nav.dismiss(), "plain"),
  ]
}

let code

/** Renders the QR code with which a phone joins the session. The code is valid for ten minutes. */
function phoneCode(nav) {
  if (!(code?.until > Date.now())) code = { until: Date.now() + 540_000, canvas: element("canvas.code", { ariaLabel: "QR code" }) }
  if (!code.link) {
    code.link = nav.handoff().then(({ code }) => new URL(`view.html#device=phone&code=${code}`, location.href).href)
    code.link.then(link => show(link, code), () => { code = undefined })
  }
  return element("figure.join", {}, code.canvas, element("figcaption", {}, "Or go on with your phone"))
}

/** Draws the link as a QR code, or writes it if it is too long for one. */
function show(link, code) {
  const rows = qrCode(link)
  if (rows) return paint(code.canvas, rows)
  const written = element("a", { href: link }, link)
  code.canvas.replaceWith(written)
  code.canvas = written
}

function paint(canvas, rows) {
  canvas.width = canvas.height = rows.length
  const context = canvas.getContext("2d")
  rows.forEach((row, y) => row.forEach((isDark, x) => isDark && context.fillRect(x, y, 1, 1)))
}
