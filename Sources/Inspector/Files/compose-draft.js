// Hands an action on to the form that it is to be finished in.

const drafts = new WeakMap()

/** The next look at the form finds `action` in it. */
export function prefill(model, action) { drafts.set(model, action) }

/** The action that was handed on, once; null where none was. */
export function takeDraft(model) {
  const draft = drafts.get(model) ?? null
  drafts.delete(model)
  return draft
}
