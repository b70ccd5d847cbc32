// The display in the kitchen.
import { element } from "./dom.js"

/** Returns the elements for the state of a client. */
export function kitchen(nav) {
  const { orders } = nav.data
  if (orders.length === 0) return [element("section.empty", {}, element("h1", {}, "Kitchen"), element("p", {}, "No orders."))]
  return [element("section", {}, element("h1", {}, "Kitchen"), element("ol.orders", {}, orders.map(order => ticket(nav, order))))]
}

function ticket(nav, { number, dishes, stage }) {
  const isNew = stage === "new"
  const name = id => nav.data.dishes.find(dish => dish.id === id).name
  const act = () => (isNew ? nav.actions.cook({ number }) : nav.actions.serve({ number }))
  const isPending = nav.pending.some(action => action.number === number)
  return element(`li.${stage}`, {},
    element("h2", {}, `No. ${number}`),
    element("ul", {}, dishes.map(({ dish, count }) => element("li", {}, `${count} × ${name(dish)}`))),
    element("button.primary", { type: "button", onclick: act, disabled: isPending }, isNew ? "Cook" : "Serve"))
}
