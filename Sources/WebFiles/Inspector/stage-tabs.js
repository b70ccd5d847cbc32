// The screens of the app `tabs`: a counter, nested todos, and the settings for both.

import { h } from "./dom.js"
import { counting } from "./stage-counter.js"

export const tabsScreen = ({ id, route, state }, controls, session) =>
  screens[route]?.(state, controls, settingsOf(session), id)

export const tabsTheme = session => settingsOf(session).theme ?? "system"

const settingsOf = session => session.navigation.screens.find(screen => screen.route === "settings")?.state ?? {}

const screens = {
  counter: ({ count }, controls, { step }, id) => [
    counting(id, controls, count, "counter."), h("p.muted", `in steps of ${step}`),
  ],

  todos(state, controls, { showCompleted }) {
    const key = "new-todo"
    const write = text => ({ type: "todos.updateNewTodoDescription", text })
    const add = event => {
      event.preventDefault()
      controls.flush(key, write)
      controls.send({ type: "todos.addTodo" })
    }
    const { off } = controls
    return [
      h("form.row.acts", { onSubmit: add },
        controls.text(key, "New todo", state.newTodoDescription, write, { placeholder: "New todo" }),
        h("button", { "data-key": "add-todo", "aria-disabled": off && "true", "aria-describedby": off?.id }, "Add")),
      todoList(state.todos, controls, showCompleted),
    ]
  },

  settings({ step, showCompleted, theme: chosen }, controls) {
    const set = fields => ({ type: "settings.set", ...fields })
    const stepOf = text => /^[1-9][0-9]*$/.test(text) ? set({ step: Number(text) }) : null
    return [
      h("label.labelled", "Step", controls.text("step", "Step", String(step), stepOf, { inputmode: "numeric" })),
      controls.checkbox("show-completed", "Show completed todos", showCompleted, set({ showCompleted: !showCompleted })),
      h("div.row", { role: "group", "aria-label": "Theme" }, "Theme", ["system", "light", "dark"].map(theme =>
        controls.button(`theme-${theme}`, theme, set({ theme }), { "aria-pressed": theme === chosen }))),
    ]
  },
}

const todoList = (todos, controls, showCompleted) => h("ul.todos",
  todos.filter(todo => showCompleted || !todo.isComplete).map(todo => h("li",
    todoRow(todo, controls), todo.subtodos.length > 0 && todoList(todo.subtodos, controls, showCompleted))))

function todoRow({ id, description, isComplete }, controls) {
  const item = action => ({ type: "todos.item", id, action })
  const name = description || `todo ${id}`
  const done = h("span.hidden-text", `${name} is done`)
  return h("div.row",
    controls.checkbox(`done-${id}`, done, isComplete, { type: "todos.toggleTodo", id }),
    controls.text(`todo-${id}`, `Todo ${id}`, description, text => item({ type: "updateDescription", text })),
    controls.button(`sub-${id}`, "+", item({ type: "addSubtodo" }), { "aria-label": `Add a todo to ${name}` }),
    controls.button(`delete-${id}`, "×", item({ type: "delete" }), { "aria-label": `Delete ${name}` }))
}
