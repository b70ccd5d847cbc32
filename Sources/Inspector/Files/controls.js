// The buttons and fields with which a screen sends actions. Each is off, and says why, where it can do nothing.

import { h } from "./dom.js"
import { same } from "./same.js"

/** How long a writer has to pause before what was written is sent. */
const PAUSE = 400

/** What was written and is not known to have arrived: the field's key → `{ text, timer, revision }`. */
const drafts = new WeakMap()

/**
 * What the screens of one drawing are made with.
 *
 * @param stage `{ model, sessionId, revision, send, items }`: `send(action)` gives the receipt or null; `items` is what
 *   `GET S/available` says
 * @param off why nothing can be done: `{ id, text, isBehind }`, the element on the page that says it and whether another screen
 *   hides these; null where something can
 */
export function controls(stage, off) {
  const blocked = action => off ?? whyNot(stage.items, action)
  // The keyboard does not get to what cannot be seen.
  const tabindex = off?.isBehind ? -1 : null
  return {
    /** A button that sends an action. `key` is its own on the page. */
    button(key, label, action, props = {}) {
      const why = blocked(action)
      const hint = why && !why.id ? h("span", { class: "hidden-text", id: `why-${key}` }, why.text) : null
      const button = h("button", {
        type: "button", "data-key": key, tabindex, ...props,
        "aria-disabled": why ? "true" : null, "aria-describedby": why ? why.id ?? hint.id : null,
        title: why?.text ?? props.title,
        onClick: () => { if (!why) stage.send(action) },
      }, label)
      return hint ? [button, hint] : button
    },

    /** A box to tick; the action turns it over. */
    checkbox(key, label, isOn, action) {
      const why = blocked(action)
      return h("label", { class: "tick" }, h("input", {
        type: "checkbox", checked: isOn, "data-key": key, tabindex,
        "aria-disabled": why ? "true" : null, "aria-describedby": why?.id, title: why?.text,
        onClick: event => {
          // The server's answer ticks it.
          event.preventDefault()
          if (!why) stage.send(action)
        },
      }), h("span", {}, label))
    },

    /** A field whose text is sent as soon as the writer pauses. `actionOf(text)` may be null: not to be sent. */
    text(key, label, value, actionOf, props = {}) {
      const draft = settled(stage, key)
      return h("input", {
        type: "text", "aria-label": label, autocomplete: "off", ...props, value: draft?.text ?? value, "data-key": key, tabindex,
        readonly: off !== null, "aria-describedby": off?.id, title: off?.text,
        onInput: event => write(stage, key, event.target.value, actionOf),
        onChange: () => flush(stage, key, actionOf),
      })
    },

    /** Sends at once what a field's writer has not paused after. */
    flush: (key, actionOf) => flush(stage, key, actionOf),

    /** A choice of one among few. */
    choice(key, label, options, value, actionOf) {
      return h("label", { class: "labelled" }, h("span", {}, label), h("select", {
        "data-key": key, value, tabindex, "aria-disabled": off ? "true" : null, "aria-describedby": off?.id, title: off?.text,
        onChange: event => {
          if (off) event.target.value = value
          else stage.send(actionOf(event.target.value))
        },
      }, options.map(option => h("option", { value: option }, option))))
    },

    off,
    send: action => { if (!off) stage.send(action) },
  }
}

/** Why the server would refuse the action, as far as it said so. */
function whyNot(items, action) {
  const item = items.find(one => same(one.action, action))
  return item && !item.allowed ? { text: item.reason ?? "It is not possible here." } : null
}

const draftsOf = stage => {
  if (!drafts.has(stage.model)) drafts.set(stage.model, new Map())
  return drafts.get(stage.model)
}

/** The draft of a field, unless the session that is drawn has it already. */
function settled(stage, key) {
  const kept = draftsOf(stage)
  const draft = kept.get(draftKey(stage, key))
  if (draft?.revision > stage.revision || draft?.revision === undefined) return draft
  kept.delete(draftKey(stage, key))
  return undefined
}

const draftKey = (stage, key) => `${stage.sessionId} ${key}`

function write(stage, key, text, actionOf) {
  const kept = draftsOf(stage)
  clearTimeout(kept.get(draftKey(stage, key))?.timer)
  kept.set(draftKey(stage, key), { text, timer: setTimeout(() => flush(stage, key, actionOf), PAUSE) })
}

async function flush(stage, key, actionOf) {
  const kept = draftsOf(stage)
  const draft = kept.get(draftKey(stage, key))
  if (!draft || draft.isSent) return
  clearTimeout(draft.timer)
  const action = actionOf(draft.text)
  if (action === null) return
  draft.isSent = true
  const receipt = await stage.send(action)
  // Refused: the next drawing shows what is there.
  draft.revision = receipt?.revision ?? 0
}
