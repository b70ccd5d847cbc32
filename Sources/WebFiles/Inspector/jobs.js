// Lists the batch jobs with their progress and outcomes, newest first. Starts and cancels jobs.

import { request } from "./api.js"
import { h, keyed, replace, setText } from "./dom.js"
import { newJob } from "./job-making.js"
import { outcomesOf } from "./job-outcomes.js"
import { brief } from "./json-text.js"
import { typeOf } from "./log-entries.js"
import { dateTime, distance } from "./time.js"

const pollEvery = 1000
const pageSize = 20

/** @param chosen the filters of the list of sessions, the initial values for a new job */
export function jobsView(model, chosen) {
  let jobs = []
  let next = null
  let wanted = pageSize
  let isAsking = false
  /** Whether the jobs have to be loaded again after the current request. */
  let isDue = false
  let isOpen = false
  let timer = null

  const list = h("ul.jobs-list", { "aria-label": "Jobs" })
  const empty = h("p.muted", "No jobs yet.")
  const more = h("button.quiet", { onClick: () => { wanted += pageSize; load() } }, "More")
  const make = h("button.primary.acts", { onClick: () => newJob(chosen).then(load) }, "New job")
  const element = h("section.jobs", { "aria-label": "Jobs" },
    h("div.row", h("h1.grow", "Jobs"), make),
    h("p.muted", "A job carries out one request on all sessions that match a filter, each once."), empty, list, more)

  async function load() {
    clearTimeout(timer)
    isDue = isAsking
    if (isAsking) return
    isAsking = true
    const answer = await model.attempt("jobs", () => request("GET", `/v1/batches?limit=${wanted}`))
    isAsking = false
    if (answer) ({ items: jobs, next } = answer.body)
    draw(answer !== null)
    if (isDue) load()
    else if (answer === null || jobs.some(job => job.state === "running")) timer = setTimeout(poll, pollEvery)
  }

  function poll() {
    if (model.isJobs && document.visibilityState === "visible" && !model.problems.get("jobs")?.needsToken) load()
  }

  document.addEventListener("visibilitychange", poll)

  function draw(isLoaded) {
    keyed(list, jobs, job => job.id, job => makeRow(job, cancel), (row, job) => row.show(job))
    empty.hidden = !isLoaded || jobs.length > 0
    more.hidden = next === null
  }

  async function cancel(id) {
    await model.attempt("job", () => request("DELETE", `/v1/batches/${id}`))
    load()
  }

  return {
    element,
    reload() { if (model.isJobs) load() },
    update() {
      if (model.isJobs === isOpen) return
      isOpen = model.isJobs
      draw(false)
      if (isOpen) load()
      else model.resolve("jobs")
    },
  }
}

function makeRow({ id, startedAt, ...job }, cancel) {
  const state = h("span.job-state")
  const bar = h("progress", { "aria-label": `Progress of ${id}` })
  const facts = h("p.muted", { title: dateTime(startedAt) })
  const outcomes = h("div.job-outcomes")
  const stop = h("button.small.acts", { "aria-label": `Cancel ${id}`, onClick: () => cancel(id) }, "Cancel")
  const row = h("li.job", { "aria-label": `Job ${id}` },
    h("div.row.wrap", h("strong", id), state, h("b", requestText(job)), h("code", filterText(job.filter)), stop),
    bar, facts, outcomes)
  let measured = null
  row.show = job => {
    const isRunning = job.state === "running"
    if (isRunning && measured?.done !== job.done) measured = rateOf(job, measured)
    setText(state, job.state)
    state.dataset.state = job.state
    stop.hidden = !isRunning
    // The progress is unknown until the first page of sessions is done.
    if (isRunning && job.progress === 0) bar.removeAttribute("value")
    else bar.value = job.progress
    setText(facts, factsOf(job, isRunning && measured.rate))
    const counts = JSON.stringify([job.changed, job.unchanged, job.refused])
    if (row.counts === counts) return
    row.counts = counts
    const isOpen = Boolean(outcomes.querySelector("details[open]"))
    replace(outcomes, outcomesOf(job, "Examples of refusals", isOpen))
  }
  return row
}

/** Formats the request of a job as text. */
function requestText({ action, undo, migrate, ...job }) {
  if (job.delete) return "delete"
  if (undo) return `undo ${undo.steps ?? 1}`
  if (migrate) return `migrate ${migrate.from} → ${migrate.to}`
  const { type, ...rest } = action
  return Object.keys(rest).length > 0 && type ? `${type} ${brief(rest, 80)}` : typeOf(action)
}

const filterText = ({ all, ...filter }) =>
  all ? "all sessions" : Object.entries(filter).map(([name, value]) => `${name}: ${[value].flat().join(", ")}`).join(" · ")

/** Measures the sessions per second since the last measurement. */
function rateOf({ done }, last, at = performance.now()) {
  return { done, at, rate: last && (done - last.done) / (at - last.at) * 1000 }
}

function factsOf({ progress, done, refused, state, rate: limit, startedAt, finishedAt }, rate) {
  const failed = refused.reduce((sum, { count }) => sum + count, 0)
  // The ids of sessions are random, so the remaining sessions match as often as the examined ones.
  const left = Math.round(done / progress - done)
  return [
    (progress > 0 || finishedAt) && `${Math.floor(progress * 100)} %`, `${done} done`, `${failed} failed`,
    state === "running" && progress > 0 && `about ${left} left`,
    rate && `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`, `at most ${limit}/s`,
    finishedAt ? `took ${distance(startedAt, Date.parse(finishedAt))}` : `started ${distance(startedAt)} ago`,
  ].filter(Boolean).join(" · ")
}
