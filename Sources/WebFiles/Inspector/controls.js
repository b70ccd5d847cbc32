// The buttons and fields that send actions. A disabled one shows the reason.

import { h } from "./dom.js"
import { same } from "./same.js"

/** The time between the last input in a field and its sending, in milliseconds. */
const PAUSE = 400

/**
 * Returns the functions that make the buttons and fields of one rendering.
 *
 * @param stage `{ sessionId, revision, send, items, drafts }`: `send(action)` resolves to the receipt or null, `items`
 *   are those of `GET S/available`, `drafts` has the texts that the session does not yet contain
 * @param off null, or the reason why actions are disabled: `{ id, text, isBehind }`, the id and the text of the element
 *   with the reason, and whether another screen covers these elements
 */
export function controls(stage, off) {
  // The keyboard cannot focus covered elements.
  const tabindex = off?.isBehind ? -1 : null
  const asOff = why => why ? { "aria-disabled": "true", "aria-describedby": why.id, title: why.text } : {}
  const { drafts } = stage
  const draftKey = key => `${stage.sessionId} ${key}`

  /** Returns the draft of a field, unless the rendered session contains it already. */
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
    // After a refusal, the next rendering shows the text of the session.
    draft.revision = (await stage.send(action))?.revision ?? 0
  }

  return {
    off, flush,
    send: action => { if (!off) stage.send(action) },

    /**
     * Returns a button that sends an action, and the reason if it is disabled. `key` is unique on the page.
     *
     * @param like an action that is refused for the same reasons, if the server does not list this one
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

    /** Returns a checkbox that sends an action. Its state changes only with the session. */
    checkbox: (key, label, isOn, action) => h("label.tick", h("input", {
      type: "checkbox", checked: isOn, "data-key": key, tabindex, ...asOff(off),
      onClick: event => {
        event.preventDefault()
        if (!off) stage.send(action)
      },
    }), label),

    /** Returns a field that sends its text after a pause in the input, unless `actionOf(text)` is null. */
    text: (key, label, value, actionOf, props = {}) => h("input", {
      type: "text", "aria-label": label, autocomplete: "off", ...props, "data-key": key, tabindex,
      value: (off ? null : written(key)) ?? value, readonly: off !== null, "aria-describedby": off?.id, title: off?.text,
      onInput: event => write(key, event.target.value, actionOf), onChange: () => flush(key, actionOf),
    }),
  }
}

/** Returns the server's reason for refusing the action, or null. */
function whyNot(items, action) {
  const item = items.find(one => same(one.action, action))
  return item && !item.allowed ? item.reason : null
}
