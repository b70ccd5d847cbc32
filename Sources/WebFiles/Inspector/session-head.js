// The header of the chosen session: its names, and the operations on the whole session.

import { appAddress } from "./address.js"
import { sessionPath } from "./api.js"
import { copyButton } from "./clipboard.js"
import { confirmed } from "./dialog.js"
import { h, keyed, replace, setText } from "./dom.js"
import { download } from "./download.js"
import { handOver } from "./handoff.js"
import { namesOf } from "./session-names.js"
import { dateTime } from "./time.js"
import { tokenOf } from "./tokens.js"

/** @param find the function `find(text)` that lists the sessions with a matching name */
export function sessionHeadView(model, log, find) {
  const title = h("h1")
  const facts = h("a")
  const names = h("span.row.wrap")
  const id = h("span.row.session-id")
  const undo = h("button.leads", { onClick: () => model.travel("undo") }, "Undo")
  const redo = h("button.leads", { onClick: () => model.travel("redo") }, "Redo")
  const element = h("header.session-head",
    title,
    h("div.row.wrap.session-actions",
      undo, redo,
      h("button.leads", { onClick: () => model.fork(model.isPast ? model.revision : null) }, "Fork"),
      h("button.shares", { onClick: () => handOver(model) }, "Hand over"),
      h("button.exports", { onClick: () => save(model) }, "Export"),
      h("button.danger.leads", { onClick: () => remove(model) }, "Delete")),
    h("div.row.wrap.session-name", facts, id, names))
  let named = null
  const copy = (label, text) => copyButton(label, text, { class: "quiet small" })

  return {
    element,
    update() {
      const { head, shown, sessionId } = model
      setText(title, (shown ?? head)?.current.path.join(" › ") ?? "…")
      setText(facts, head ? `${head.app} ${head.appVersion}` : "")
      facts.href = head ? appAddress(head.app) : "#/apps"
      facts.title = head ? `Since ${dateTime(head.createdAt)}` : ""
      keyed(names, head ? namesOf(head) : [], name => name, name => h("button.chip", {
        "aria-label": `Sessions with ${name}`, onClick: () => find(name),
      }, name))
      undo.disabled = !log.moves.undo
      redo.disabled = !log.moves.redo
      if (named === sessionId) return
      named = sessionId
      replace(id, h("code.muted", sessionId), copy("Copy id", () => sessionId), copy("Copy link", () => location.href),
        tokenOf(sessionId) && copy("Copy token", () => tokenOf(sessionId)))
    },
  }
}

const save = model =>
  model.attempt("export", () => download(sessionPath(model.sessionId, "/export"), `${model.sessionId}.ndjson`))

async function remove(model) {
  const id = model.sessionId
  const what = `${id} is deleted with its history, timers and outputs. To keep a copy, export it first.`
  if (await confirmed("Delete this session?", what, "Delete it")) model.remove(id)
}
