// Renders containers and screens as cards, tabs, pages, panes, a drawer, and layers over them.

import { h } from "./dom.js"
import { wording } from "./stage-ways.js"
import { describe } from "./tip.js"

/**
 * Renders a container with its content, to any depth.
 *
 * @param drawing `{ current, screen(screen, controls), controls, covered }`: the current screen's id, the function that
 *   renders the inside of a screen, its controls, and the same object for screens that a layer covers
 */
export function drawContainer(container, drawing) {
  const { id, kind, presented } = container
  return h(`div.container.${kind}`, { role: "group", "aria-label": `${kind} ${id}` },
    h("div.under", shapes[kind](container, presented.length > 0 ? drawing.covered : drawing)),
    presented.map((layer, index) => drawLayer(layer, index < presented.length - 1 ? drawing.covered : drawing)))
}

const shapes = {
  stack(container, drawing) {
    const below = container.screens.slice(0, -1)
    const top = container.screens.at(-1)
    return [
      h("div.cards", below.map((screen, index) => h("div.card", { style: { "--below": below.length - index } },
        screen.route, mark(screen, container))).reverse()),
      drawScreen(top, container, drawing, below.length > 0 && ["Back", { type: "pop", source: top.id }]),
    ]
  },

  tabs: (container, drawing) => [
    drawSelected(container, drawing), chooser(container, drawing.controls, "Tabs", "tab-bar"),
  ],

  drawer(container, drawing) {
    const { controls } = drawing
    const [type, label] = container.open ? ["closeDrawer", "Close the drawer"] : ["openDrawer", "Open the drawer"]
    return [
      h("div.drawer-bar", controls.button(`drawer-${container.id}`, "☰", { type, target: container.id }, {
        "aria-expanded": container.open, "aria-label": label,
      })),
      container.open && chooser(container, controls, "Drawer", "drawer-panel"),
      drawSelected(container, drawing),
    ]
  },

  pages: (container, drawing) => [
    drawSelected(container, drawing), chooser(container, drawing.controls, "Pages", "dots"),
  ],

  panes: (container, drawing) => [
    h("div.side-by-side", container.screens.map((screen, index) => {
      const pane = drawScreen(screen, container, drawing)
      pane.classList.toggle("focused", index === container.selected)
      return pane
    })),
    chooser(container, drawing.controls, "Panes", "tab-bar"),
  ],

  switch: (container, drawing) => drawSelected(container, drawing),
}

const drawSelected = (container, drawing) =>
  drawScreen(container.screens[container.selected], container, drawing)

/** Renders the buttons that select one of the container's screens. */
function chooser(container, controls, name, className) {
  const target = container.id
  return h(`nav.${className}`, { "aria-label": `${name} of ${target}` }, container.screens.map((screen, index) => {
    const { id, route } = screen
    const isDot = className === "dots"
    const [button, ...hint] = controls.button(`select-${id}`, isDot ? "" : route, { type: "select", id, target }, {
      "aria-current": index === container.selected ? "page" : null,
      "aria-label": isDot ? `${index + 1}: ${route}` : null,
    })
    return [describe(button, facts(screen, container)), hint]
  }))
}

const drawLayer = ({ style, screen }, drawing) =>
  h(`div.layer.${style}`, { role: "group", "aria-label": `${style}: ${screen.route}` }, h("div.sheet-body",
    drawScreen(screen, { kind: style, id: "" }, drawing, ["Close", { type: "dismiss", id: screen.id }])))

/** @param leave the label and the action of the button that leaves the screen */
function drawScreen(screen, container, drawing, leave) {
  const { id, route, content, intent } = screen
  const isCurrent = id === drawing.current
  const { controls } = drawing
  return h("article.screen", { "aria-label": `Screen ${route}, ${id}`, "aria-current": isCurrent ? "location" : null },
    h("header", leave && controls.button(`leave-${id}`, ...leave), h("h2", route), mark(screen, container),
      isCurrent && h("span.here", "here")),
    intent && h("p.intent", "Then ", h("b", intent.type), wording(intent)),
    content ? drawContainer(content, drawing) : h("div.inside", drawing.screen(screen, controls)))
}

/** Renders the screen's id, with a tooltip on hover and focus. */
function mark(screen, container) {
  const button = h("button.mark", { type: "button", "data-key": `mark-${screen.id}` },
    h("span.hidden-text", `${screen.route}, id `), screen.id)
  // A touch screen has neither hover nor keyboard focus.
  button.addEventListener("click", () => button.dispatchEvent(new Event("pointerenter")))
  return describe(button, facts(screen, container))
}

const facts = ({ route, id, params, formerParams, state }, { kind, id: holder }) => [
  ["route", route], ["id", id], ["in", `${kind} ${holder}`], ["params", JSON.stringify(params)],
  ...(formerParams ? [["former params", JSON.stringify(formerParams)]] : []), ["state", JSON.stringify(state)],
]
