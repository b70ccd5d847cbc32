// Assembles the page.

import { views } from "./address.js"
import { announcer } from "./announcer.js"
import { request } from "./api.js"
import { appPage } from "./app-page.js"
import { composeView } from "./compose.js"
import { h, setText } from "./dom.js"
import { graphView } from "./graph.js"
import { jobsView } from "./jobs.js"
import { LogEntries } from "./log-entries.js"
import { logView } from "./log.js"
import { loopsView } from "./loops.js"
import { Model } from "./model.js"
import { outputsView } from "./outputs.js"
import { problemsView } from "./problem-view.js"
import { sessionHeadView } from "./session-head.js"
import { newSession, welcomeView } from "./session-making.js"
import { sessionsView } from "./sessions.js"
import { shortcuts } from "./shortcuts.js"
import { askForToken, signInView } from "./sign-in.js"
import { stageView } from "./stage.js"
import { stateView } from "./state.js"
import { tabs } from "./tabs.js"
import { timelineView } from "./timeline.js"

const model = new Model()
const log = new LogEntries(model)

const panels = {
  stage: stageView(model), log: logView(model, log), state: stateView(model), outputs: outputsView(model),
  compose: composeView(model), graph: graphView(model),
}

async function enterToken() {
  if (await askForToken()) entered()
}

/** Hides what the token of an operator does not permit. */
async function hideForbidden() {
  const { body } = await request("GET", "/").catch(() => ({}))
  model.scopes = body?.operator?.scopes ?? null
  model.notify()
  const scopes = model.scopes ?? ["admin"]
  for (const scope of ["support", "apps", "admin"])
    document.body.classList.toggle(`no-${scope}`, !scopes.includes(scope) && !scopes.includes("admin"))
}

function entered() {
  hideForbidden()
  model.reconnect()
  sessions.reload()
  jobs.reload()
  app.reload()
}

const sessions = sessionsView(model, enterToken)
const problems = problemsView(model)
const signIn = signInView(entered)
const head = sessionHeadView(model, log, text => { sessions.find(text); sessions.search.focus() })
const timeline = timelineView(model, log)
const loops = loopsView(model)
const welcome = welcomeView(model)
const jobs = jobsView(model, sessions.chosen)
const app = appPage(model)
const tabList = tabs("Views of the session", views.map(view => [view, panels[view].element]), view => model.show(view))

const showKeys = shortcuts({
  search: () => (model.sessionId && panels[model.view].search ? panels[model.view].search : sessions.search).focus(),
  newSession: () => { if (!sessions.isRefused()) newSession(model) },
  step: timeline.step, play: timeline.toggle, now: timeline.now,
  undo: () => { if (log.moves.undo) model.travel("undo") },
  redo: () => { if (log.moves.redo) model.travel("redo") },
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
  h("a.button.quiet", { href: "#/apps" }, "Apps"), h("a.button.quiet", { href: "#/batches" }, "Jobs"),
  h("button.quiet", { onClick: enterToken }, "Token"),
  h("button.quiet.icon", { "aria-label": "Keyboard shortcuts", onClick: () => showKeys() }, "?"),
  h("a.button.quiet", { href: "/docs" }, "API"))

const gone = h("section.welcome",
  h("h1", "This session is gone"),
  h("p.muted", "It was deleted, it was never on this server, or your token does not permit access."),
  h("a.button.primary", { href: "#/" }, "Choose another"))
const session = h("div.stacked.session-view", head.element, loops.element, timeline.element, tabList.element)
const main = h("main.stacked", { tabindex: -1 }, problems.element, signIn.element, welcome.element, jobs.element,
  app.element, gone, session)

// A link would change the fragment, which determines the view.
const skip = h("button.skip", { onClick: () => main.focus() }, "Skip to the session")
document.body.append(skip, bar, h("div.columns", sessions.element, main), announcer(model).element)

function update() {
  const closed = model.connection === "closed"
  document.body.classList.toggle("has-session", model.sessionId !== null || model.hasPage)
  setText(connection, connectionTexts[model.connection])
  connection.dataset.state = model.connection
  document.title = model.head ? `${model.head.current.route} · ${model.head.app} · Navstate`
    : model.isJobs ? "Jobs · Navstate" : model.appName ? `${model.appName} · Navstate` : "Navstate inspector"
  const refusal = model.tokenProblem
  signIn.element.hidden = !refusal
  signIn.update(refusal)
  welcome.element.hidden = model.sessionId !== null || model.hasPage || Boolean(refusal)
  jobs.element.hidden = !model.isJobs || Boolean(refusal)
  app.element.hidden = model.appName === null || Boolean(refusal)
  gone.hidden = !model.sessionId || !closed
  session.hidden = !model.sessionId || closed || (model.connection === "refused" && !model.head)
  problems.update()
  sessions.update()
  jobs.update()
  app.update()
  for (const [name, isAllowed] of Object.entries(model.may)) session.classList.toggle(`no-${name}`, !isAllowed)
  if (model.hasPage) return
  if (model.sessionId === null) return welcome.update()
  log.update()
  head.update()
  loops.update()
  timeline.update()
  tabList.select(model.view)
  panels[model.view].update()
}

model.subscribe(update)
hideForbidden()
model.start()
