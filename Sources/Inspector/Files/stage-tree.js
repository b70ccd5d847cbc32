// Draws containers and screens as a person pictures them: cards, tabs, a drawer, and layers over them.

import { h } from "./dom.js"
import { describe } from "./tip.js"

/** How many of the cards below the top one peek out. */
const PEEKING = 3

/**
 * A container with all that it holds, to any depth.
 *
 * @param drawing `{ current, screen(screen, controls), controlsFor(isCovered) }`: the current screen's id, and what draws
 *   the inside of a screen
 */
export function drawContainer(container, drawing, isCovered = false) {
  const { presented } = container
  return h("div", { class: `container ${container.kind}`, role: "group", "aria-label": `${container.kind} ${container.id}` },
    h("div", { class: "under" }, shapes[container.kind](container, drawing, isCovered || presented.length > 0)),
    presented.map((layer, index) => drawLayer(layer, drawing, isCovered || index < presented.length - 1)))
}

const shapes = {
  stack(container, drawing, isCovered) {
    const { screens } = container
    const below = screens.slice(0, -1)
    const top = screens.at(-1)
    const back = below.length === 0 ? null : { label: "Back", action: { type: "pop", source: top.id } }
    return [
      below.length > PEEKING && h("details", { class: "more", "data-key": `more-${container.id}` },
        h("summary", {}, `${below.length - PEEKING} more below`),
        below.slice(0, -PEEKING).map(screen => h("div", {}, mark(screen, container)))),
      below.slice(-PEEKING).map((screen, index, shown) => h("div", {
        class: "card", style: { "--below": shown.length - index },
      }, h("span", { class: "title" }, screen.route), mark(screen, container))),
      drawScreen(top, container, drawing, isCovered, back),
    ]
  },

  tabs: (container, drawing, isCovered) => [
    drawSelected(container, drawing, isCovered),
    chooser(container, drawing.controlsFor(isCovered), "Tabs", "tab-bar"),
  ],

  drawer(container, drawing, isCovered) {
    const controls = drawing.controlsFor(isCovered)
    const type = container.open ? "closeDrawer" : "openDrawer"
    return [
      h("div", { class: "drawer-bar" }, controls.button(`drawer-${container.id}`, "☰", { type, target: container.id }, {
        "aria-expanded": Boolean(container.open), "aria-label": container.open ? "Close the drawer" : "Open the drawer",
      })),
      container.open && chooser(container, controls, "Drawer", "drawer-panel"),
      drawSelected(container, drawing, isCovered),
    ]
  },

  pages: (container, drawing, isCovered) => [
    drawSelected(container, drawing, isCovered),
    chooser(container, drawing.controlsFor(isCovered), "Pages", "dots"),
  ],

  switch: (container, drawing, isCovered) => drawSelected(container, drawing, isCovered),
}

function drawSelected(container, drawing, isCovered) {
  return drawScreen(container.screens[container.selected], container, drawing, isCovered)
}

/** What a user chooses one of the container's screens with. */
function chooser(container, controls, name, className) {
  return h("nav", { class: className, "aria-label": `${name} of ${container.id}` }, container.screens.map((screen, index) => {
    const isSelected = index === container.selected
    const made = controls.button(
      `select-${screen.id}`, className === "dots" ? "" : screen.route, { type: "select", id: screen.id, target: container.id },
      { "aria-current": isSelected ? "page" : null, "aria-label": className === "dots" ? `${index + 1}: ${screen.route}` : null })
    describe([made].flat()[0], facts(screen, container))
    return made
  }))
}

function drawLayer({ style, screen }, drawing, isCovered) {
  const close = { label: "Close", action: { type: "dismiss", id: screen.id } }
  return h("div", { class: `layer ${style}`, role: "group", "aria-label": `${style}: ${screen.route}` },
    h("div", { class: "sheet-body" }, drawScreen(screen, { kind: style, id: "" }, drawing, isCovered, close)))
}

function drawScreen(screen, container, drawing, isCovered, leave = null) {
  const isCurrent = screen.id === drawing.current
  const controls = drawing.controlsFor(isCovered)
  return h("article", {
    class: "screen", "aria-label": `Screen ${screen.route}, ${screen.id}`, "aria-current": isCurrent ? "location" : null,
  },
  h("header", {},
    leave && controls.button(`leave-${screen.id}`, leave.label, leave.action, { class: "leave" }),
    h("h2", { class: "title" }, screen.route), mark(screen, container),
    isCurrent && h("span", { class: "here" }, "here")),
  screen.content ? drawContainer(screen.content, drawing, isCovered) : h("div", { class: "inside" }, drawing.screen(screen, controls)))
}

/** The screen's id, which tells more on hover and focus. */
function mark(screen, container) {
  const button = h("button", { type: "button", class: "mark", "data-key": `mark-${screen.id}` },
    h("span", { class: "hidden-text" }, `${screen.route}, id `), screen.id)
  // A finger has no hover, and no keyboard's focus.
  button.addEventListener("click", () => button.dispatchEvent(new Event("pointerenter")))
  return describe(button, facts(screen, container))
}

function facts(screen, container) {
  return [
    ["route", screen.route], ["id", screen.id], ["in", `${container.kind} ${container.id}`],
    ["params", JSON.stringify(screen.params)], ["state", JSON.stringify(screen.state)],
  ]
}
