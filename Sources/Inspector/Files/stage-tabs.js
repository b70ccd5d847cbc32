// The screens of the app `tabs`: a counter, todos with todos in them, and the settings that both go by.

import { h } from "./dom.js"
import { counting } from "./stage-counter.js"

export function tabsScreen(screen, controls, session) {
  const settings = settingsOf(session)
  switch (screen.route) {
    case "counter": return counter(screen, controls, settings)
    case "todos": return todos(screen, controls, settings)
    case "settings": return settingsScreen(screen, controls)
    default: return null
  }
}

export const tabsTheme = session => settingsOf(session).theme ?? "system"

const settingsOf = session => session.navigation.screens?.find(screen => screen.route === "settings")?.state ?? {}

const counter = (screen, controls, { step }) => [
  counting(screen, controls, {
    count: screen.state.count, less: { type: "counter.decrement" }, more: { type: "counter.increment" },
  }),
  h("p", { class: "muted" }, `in steps of ${step}`),
]

function todos(screen, controls, { showCompleted }) {
  const key = "new-todo"
  const write = text => ({ type: "todos.updateNewTodoDescription", text })
  return [
    h("form", {
      class: "row",
      onSubmit: event => {
        event.preventDefault()
        controls.flush(key, write)
        controls.send({ type: "todos.addTodo" })
      },
    },
    controls.text(key, "New todo", screen.state.newTodoDescription, write, { placeholder: "New todo" }),
    h("button", { "data-key": "add-todo", "aria-disabled": controls.off ? "true" : null, "aria-describedby": controls.off?.id }, "Add")),
    todoList(screen.state.todos, controls, showCompleted),
  ]
}

function todoList(todos, controls, showCompleted) {
  const shown = todos.filter(todo => showCompleted || !todo.isComplete)
  return shown.length > 0 && h("ul", { class: "todos" }, shown.map(todo => h("li", {},
    todoRow(todo, controls), todoList(todo.subtodos, controls, showCompleted))))
}

function todoRow({ id, description, isComplete }, controls) {
  const item = action => ({ type: "todos.item", id, action })
  const name = description || `todo ${id}`
  return h("div", { class: "row" },
    controls.checkbox(`done-${id}`, h("span", { class: "hidden-text" }, `${name} is done`), isComplete, { type: "todos.toggleTodo", id }),
    controls.text(`todo-${id}`, `Todo ${id}`, description, text => item({ type: "updateDescription", text })),
    controls.button(`sub-${id}`, "+", item({ type: "addSubtodo" }), { "aria-label": `Add a todo to ${name}` }),
    controls.button(`delete-${id}`, "×", item({ type: "delete" }), { "aria-label": `Delete ${name}` }))
}

function settingsScreen({ state }, controls) {
  const set = fields => ({ type: "settings.set", ...fields })
  const stepOf = text => /^[1-9][0-9]*$/.test(text) ? set({ step: Number(text) }) : null
  return h("div", { class: "column" },
    h("label", { class: "labelled" }, h("span", {}, "Step"),
      controls.text("step", "Step", String(state.step), stepOf, { inputmode: "numeric" })),
    controls.checkbox("show-completed", "Show completed todos", state.showCompleted, set({ showCompleted: !state.showCompleted })),
    controls.choice("theme", "Theme", ["system", "light", "dark"], state.theme, theme => set({ theme })))
}
