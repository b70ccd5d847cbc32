// The buttons and fields that send actions. A disabled one has the reason.

import { h } from "./dom.js"
import { same } from "./same.js"

/** How long a writer pauses before it is sent, in milliseconds. */
const PAUSE = 400

/**
 * What the screens of one drawing are made with.
 *
 * @param stage `{ sessionId, revision, send, items, drafts }`: `send(action)` gives the receipt or null, `items` is
 *   what `GET S/available` says, `drafts` what was written and is not known to have arrived
 * @param off null, or why nothing can be done: `{ id, text, isBehind }`, the element that says it, and whether another
 *   screen hides these
 */
export function controls(stage, off) {
  // The keyboard does not get to what cannot be seen.
  const tabindex = off?.isBehind ? -1 : null
  const asOff = why => why ? { "aria-disabled": "true", "aria-describedby": why.id, title: why.text } : {}
  const { drafts } = stage
  const draftKey = key => `${stage.sessionId} ${key}`

  /** What was written in a field, unless the session that is drawn has it already. */
  function written(key) {
    const draft = drafts.get(draftKey(key))
    if (draft?.revision <= stage.revision) drafts.delete(draftKey(key))
    return drafts.get(draftKey(key))?.text
  }

  function write(key, text, actionOf) {
    clearTimeout(drafts.get(draftKey(key))?.timer)
    drafts.set(draftKey(key), { text, timer: setTimeout(flush, PAUSE, key, actionOf) })
  }

  async function flush(key, actionOf) {
    const draft = drafts.get(draftKey(key))
    if (!draft || draft.isSent) return
    clearTimeout(draft.timer)
    const action = actionOf(draft.text)
    if (action === null) return drafts.delete(draftKey(key))
    draft.isSent = true
    // Refused: the next drawing shows what is there.
    draft.revision = (await stage.send(action))?.revision ?? 0
  }

  return {
    off, flush,
    send: action => { if (!off) stage.send(action) },

    /**
     * A button that sends an action, and the text that says why it is off. `key` is its own on the page.
     *
     * @param like an action that is refused for the same reasons, where the server cannot tell for this one
     */
    button(key, label, action, { like = action, ...props } = {}) {
      const reason = off ? null : whyNot(stage.items, like)
      const why = off ?? (reason && { id: `why-${key}`, text: reason })
      return [
        h("button", {
          type: "button", "data-key": key, tabindex, ...props, ...asOff(why),
          onClick: () => { if (!why) stage.send(action) },
        }, label),
        reason && h("span.hidden-text", { id: why.id }, reason),
      ]
    },

    /** A box to tick; the action turns it over, and the server's answer ticks it. */
    checkbox: (key, label, isOn, action) => h("label.tick", h("input", {
      type: "checkbox", checked: isOn, "data-key": key, tabindex, ...asOff(off),
      onClick: event => {
        event.preventDefault()
        if (!off) stage.send(action)
      },
    }), label),

    /** A field whose text is sent as soon as the writer pauses. `actionOf(text)` may be null: not to be sent. */
    text: (key, label, value, actionOf, props = {}) => h("input", {
      type: "text", "aria-label": label, autocomplete: "off", ...props, "data-key": key, tabindex,
      value: (off ? null : written(key)) ?? value, readonly: off !== null, "aria-describedby": off?.id, title: off?.text,
      onInput: event => write(key, event.target.value, actionOf), onChange: () => flush(key, actionOf),
    }),
  }
}

/** Why the server would refuse the action, as far as it said so. */
function whyNot(items, action) {
  const item = items.find(one => same(one.action, action))
  return item && !item.allowed ? item.reason : null
}
