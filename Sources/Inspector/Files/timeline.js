// The session's time: a slider over its revisions, steps, play, and a banner for those who look at the past.

import { h, replace, setText } from "./dom.js"
import { icon } from "./icons.js"

const speeds = [1, 2, 5, 20]
/** Between two revisions, at speed 1. */
const pace = 800

export function timelineView(model, log) {
  let playing = null
  let speed = 1

  const slider = h("input", { type: "range", min: 1, max: 1, value: 1, step: 1, "aria-label": "Revision", class: "grow",
    onInput: () => { stop(); look(Number(slider.value)) } })
  const label = h("output", { class: "timeline-label" })
  const button = (name, sign, action) =>
    h("button", { class: "icon", "aria-label": name, title: name, onClick: action }, icon(sign))
  const first = button("To the oldest revision", "first", () => { stop(); look(log.oldest) })
  const back = button("A revision back", "back", () => step(-1))
  const play = button("Play", "play", () => toggle())
  const forth = button("A revision forward", "forth", () => step(1))
  const last = button("To the present", "last", () => { stop(); model.lookAt(null) })
  const rate = h("button", { class: "quiet small", "aria-label": "Speed of playing", onClick: () => {
    speed = speeds[(speeds.indexOf(speed) + 1) % speeds.length]
    rate.textContent = `${speed}×`
    if (playing) { stop(); toggle() }
  } }, "1×")

  const told = h("span")
  const banner = h("div", { class: "banner", role: "region", "aria-label": "You look at the past" },
    told, h("span", { class: "grow" }),
    h("button", { class: "primary", onClick: () => { stop(); model.lookAt(null) } }, "Back to now"),
    h("button", { onClick: () => { stop(); model.jump(model.revision) }, title: "Make the session as it was then; that is a new revision" },
      "Jump here"),
    h("button", { onClick: () => { stop(); model.fork(model.revision) }, title: "A new session that begins as this one was then" }, "Fork"))
  const element = h("section", { class: "timeline", "aria-label": "Timeline" },
    h("div", { class: "row timeline-controls" }, first, back, play, forth, last, rate, slider, label), banner)

  const at = () => model.revision ?? model.head?.revision ?? 1

  function look(revision) {
    if (!model.head) return
    const kept = Math.min(model.head.revision, Math.max(log.oldest, revision))
    model.lookAt(kept === model.head.revision ? null : kept)
  }

  function step(by) {
    stop()
    look(at() + by)
  }

  function stop() {
    clearInterval(playing)
    playing = null
    drawPlay()
  }

  function toggle() {
    if (playing) return stop()
    if (!model.isPast) look(log.oldest)
    playing = setInterval(() => {
      if (!model.isPast) return stop()
      look(at() + 1)
    }, pace / speed)
    drawPlay()
  }

  function drawPlay() {
    replace(play, icon(playing ? "pause" : "play"))
    play.ariaLabel = play.title = playing ? "Pause" : "Play"
  }

  function update() {
    const head = model.head?.revision ?? 1
    const revision = at()
    slider.min = log.oldest
    slider.max = head
    if (Number(slider.value) !== revision) slider.value = revision
    const entry = log.entryOf(revision)
    slider.setAttribute("aria-valuetext", `revision ${revision} of ${head}${entry ? `, ${entry.type}` : ""}`)
    setText(label, `${revision} / ${head}`)
    slider.disabled = first.disabled = back.disabled = play.disabled = head <= log.oldest
    back.disabled = first.disabled = revision <= log.oldest
    forth.disabled = last.disabled = !model.isPast
    banner.hidden = !model.isPast
    const gone = model.problems.has("revision")
    setText(told, gone ? `Revision ${revision} cannot be shown.` : `You look at revision ${revision} of ${head}.`)
    for (const action of banner.querySelectorAll("button:not(.primary)")) action.disabled = gone
    if (!model.sessionId && playing) stop()
  }

  return { element, update, step, toggle, now: () => { stop(); model.lookAt(null) } }
}
