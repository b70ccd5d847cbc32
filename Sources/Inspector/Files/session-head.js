// The chosen session's name and what can be done to it as a whole.

import { open, sessionPath } from "./api.js"
import { copyButton } from "./clipboard.js"
import { confirmed } from "./dialog.js"
import { h, replace, setText } from "./dom.js"
import { dateTime } from "./time.js"
import { tokenOf } from "./tokens.js"

export function sessionHeadView(model) {
  const title = h("h1", { class: "session-title" })
  const facts = h("span", { class: "muted session-version" })
  const id = h("span", { class: "row" })
  const undo = h("button", { onClick: () => model.undo() }, "Undo")
  const redo = h("button", { onClick: () => model.redo() }, "Redo")
  const element = h("header", { class: "session-head" },
    h("div", { class: "session-name" }, title, facts, id),
    h("div", { class: "row wrap session-actions" },
      undo, redo,
      h("button", { onClick: () => model.fork(model.isPast ? model.revision : null), title: "A new session that begins as this one" },
        "Fork"),
      h("button", { onClick: () => save(model) }, "Export"),
      h("button", { class: "danger-quiet", onClick: () => remove(model) }, "Delete")))
  let named = null

  return {
    element,
    update() {
      const { head, shown, sessionId } = model
      setText(title, (shown ?? head)?.current.path.join(" › ") ?? "…")
      setText(facts, head ? `${head.app} ${head.appVersion}` : "")
      facts.title = head ? `Made ${dateTime(head.createdAt)}, changed ${dateTime(head.updatedAt)}` : ""
      undo.disabled = !head?.can.undo
      redo.disabled = !head?.can.redo
      if (named === sessionId) return
      named = sessionId
      replace(id,
        h("code", { title: sessionId }, sessionId),
        copyButton("Copy id", () => sessionId, { class: "quiet small" }),
        copyButton("Copy link", () => location.href, { class: "quiet small" }),
        tokenOf(sessionId) ? copyButton("Copy token", () => tokenOf(sessionId), { class: "quiet small" }) : null)
    },
  }
}

async function save(model) {
  const id = model.sessionId
  const file = await model.attempt("export", async () => (await open("GET", sessionPath(id, "/export"))).blob())
  if (!file) return
  const address = URL.createObjectURL(file)
  h("a", { href: address, download: `${id}.ndjson` }).click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

async function remove(model) {
  const id = model.sessionId
  const sure = await confirmed("Delete this session?",
    `${id} goes, with its history, its timers and its outputs. Export it first if you may want it back.`, "Delete it")
  if (sure && await model.remove(id)) model.choose(null)
}
