// The timeline of the session: a slider over its revisions, buttons to step and play, and a banner for the past.

import { h, replace, setText } from "./dom.js"
import { icon } from "./icons.js"

/** Returns the milliseconds between two revisions: at most 800, less for about two minutes in total, at least 50. */
const pace = revisions => Math.max(50, Math.min(800, 120_000 / revisions))

export function timelineView(model, log) {
  let playing = null
  const at = () => model.revision ?? model.head?.revision ?? 1

  const slider = h("input.grow", { type: "range", "aria-label": "Revision", onInput: () => go(Number(slider.value)) })
  const label = h("output.timeline-label")
  const button = (name, sign, onClick) =>
    h("button.icon.quiet", { "aria-label": name, title: name, onClick }, icon(sign))
  const first = button("To the oldest revision", "first", () => go(log.oldest))
  const back = button("A revision back", "back", () => step(-1))
  const play = button("Play", "play", () => toggle())
  const forth = button("A revision forward", "forth", () => step(1))
  const last = button("To the present", "last", () => go(null))
  const told = h("span")
  const cause = h("span.muted")
  const jump = h("button.leads", { onClick: () => model.jump(model.revision) }, "Jump here")
  const fork = h("button.leads", { onClick: () => model.fork(model.revision) }, "Fork")
  const banner = h("div.row.wrap.banner", { role: "region", "aria-label": "Past revision" },
    told, cause, h("span.grow"), h("button.primary", { onClick: () => go(null) }, "Back to now"), jump, fork)
  const element = h("section.timeline", { "aria-label": "Timeline" },
    h("div.row.timeline-controls", first, back, play, forth, last, slider, label), banner)

  /** Stops the playback and shows a revision, or the present for `null`. */
  function go(revision) {
    stop()
    look(revision)
  }

  function look(revision) {
    const { head } = model
    if (revision === null) model.lookAt(null)
    else if (head) model.lookAt(Math.min(head.revision, Math.max(log.oldest, revision)))
  }

  const step = by => go(at() + by)

  function stop() {
    clearInterval(playing)
    playing = null
    drawPlay()
  }

  function toggle() {
    if (playing || !model.head) return stop()
    if (!model.isPast) look(log.oldest)
    playing = setInterval(() => {
      if (model.isPast) look(at() + 1)
      else stop()
    }, pace(model.head.revision))
    drawPlay()
  }

  function drawPlay() {
    replace(play, icon(playing ? "pause" : "play"))
    play.ariaLabel = play.title = playing ? "Pause" : "Play"
  }

  function update() {
    const revision = at()
    // The snapshot can arrive after the past revision, which is requested at the same time.
    const head = model.head?.revision ?? revision
    slider.min = log.oldest
    slider.max = head
    slider.value = revision
    slider.setAttribute("aria-valuetext", `revision ${revision} of ${head}, ${log.entryOf(revision)?.type ?? ""}`)
    setText(label, `${revision} / ${head}`)
    slider.disabled = play.disabled = head <= log.oldest
    first.disabled = back.disabled = revision <= log.oldest
    forth.disabled = last.disabled = banner.hidden = !model.isPast
    jump.disabled = fork.disabled = model.problems.has("revision")
    const state = jump.disabled ? ", which cannot be shown." : model.shown?.revision === revision ? "." : " …"
    setText(told, `You look at revision ${revision} of ${head}${state}`)
    const { type, who } = log.entryOf(revision) ?? {}
    setText(cause, type ? `${type}${who ? ` by ${who}` : ""}` : "")
  }

  return { element, update, step, toggle, now: () => go(null) }
}
