// Puts the page together.

import { views } from "./address.js"
import { announcer } from "./announcer.js"
import { composeView } from "./compose.js"
import { h, setText } from "./dom.js"
import { graphView } from "./graph.js"
import { LogEntries } from "./log-entries.js"
import { logView } from "./log.js"
import { Model } from "./model.js"
import { outputsView } from "./outputs.js"
import { problemsView } from "./problem-view.js"
import { sessionHeadView } from "./session-head.js"
import { newSession, welcomeView } from "./session-making.js"
import { sessionsView } from "./sessions.js"
import { shortcuts } from "./shortcuts.js"
import { stageView } from "./stage.js"
import { stateView } from "./state.js"
import { tabs } from "./tabs.js"
import { timelineView } from "./timeline.js"
import { askForToken } from "./token-dialog.js"

const model = new Model()
const log = new LogEntries(model)

const panels = {
  stage: stageView(model), log: logView(model, log), state: stateView(model), outputs: outputsView(model),
  compose: composeView(model), graph: graphView(model),
}

async function enterToken() {
  if (!await askForToken()) return
  model.reconnect()
  sessions.reload()
}

const sessions = sessionsView(model, enterToken)
const problems = problemsView(model, enterToken)
const head = sessionHeadView(model)
const timeline = timelineView(model, log)
const welcome = welcomeView(model)
const tabList = tabs("Views of the session", views.map(view => [view, panels[view].element]), view => model.show(view))

const showKeys = shortcuts({
  search: () => (model.sessionId && panels[model.view].search ? panels[model.view].search : sessions.search).focus(),
  newSession: () => newSession(model),
  step: timeline.step, play: timeline.toggle, now: timeline.now,
  undo: () => { if (model.head?.can.undo) model.travel("undo") },
  redo: () => { if (model.head?.can.redo) model.travel("redo") },
  view: view => { if (model.sessionId) { model.show(view); tabList.focus(view) } },
})

const connection = h("span.connection", { role: "status", "aria-label": "Connection" })
const connectionTexts = {
  idle: "", connecting: "Connecting…", live: "Live", reconnecting: "Reconnecting…", closed: "Gone",
  refused: "Not allowed",
}
const bar = h("header.row.bar",
  h("a.brand", { href: "#/" }, h("img", { src: "icon.svg", alt: "", width: 22, height: 22 }), "Navstate"),
  h("a.to-sessions", { href: "#/" }, "‹ Sessions"),
  h("span.grow"), connection,
  h("button.quiet", { onClick: enterToken }, "Token"),
  h("button.quiet.icon", { "aria-label": "Keyboard shortcuts", onClick: () => showKeys() }, "?"),
  h("a.button.quiet", { href: "/docs" }, "API"))

const gone = h("section.welcome",
  h("h1", "This session is gone"),
  h("p.muted", "It was deleted, it was never on this server, or your token does not permit access."),
  h("a.button.primary", { href: "#/" }, "Choose another"))
const session = h("div.stacked.session-view", head.element, timeline.element, tabList.element)
const main = h("main.stacked", { tabindex: -1 }, problems.element, welcome.element, gone, session)

// A plain link would change the fragment, which says what is shown.
const skip = h("button.skip", { onClick: () => main.focus() }, "Skip to the session")
document.body.append(skip, bar, h("div.columns", sessions.element, main), announcer(model).element)

function update() {
  const closed = model.connection === "closed"
  document.body.classList.toggle("has-session", model.sessionId !== null)
  setText(connection, connectionTexts[model.connection])
  connection.dataset.state = model.connection
  document.title = model.head ? `${model.head.current.route} · ${model.head.app} · Navstate` : "Navstate inspector"
  welcome.element.hidden = model.sessionId !== null
  gone.hidden = !model.sessionId || !closed
  session.hidden = !model.sessionId || closed || (model.connection === "refused" && !model.head)
  problems.update()
  sessions.update()
  if (model.sessionId === null) return welcome.update()
  log.update()
  head.update()
  timeline.update()
  tabList.select(model.view)
  panels[model.view].update()
}

model.subscribe(update)
model.start()
