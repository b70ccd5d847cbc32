import type { Action } from "../session.js"
import type { Context } from "./context.js"
import { refuse } from "./definition.js"

/** Performs the actions on presented screens, in any container. Returns false for other actions. */
export function reducePresented(context: Context, action: Action): boolean {
  switch (action.type) {
    case "present": present(context, action); return true
    case "dismiss": dismiss(context, action.count ?? 1); return true
    case "goBack": return goBack(context)
    default: return false
  }
}

function present(context: Context, { route, params, style, mode }: Action): void {
  const { draft, id, container: { presented } } = context
  context.checkMayOpen(route)
  const replaced = mode === "replace" ? presented[presented.length - 1]?.screen.id : undefined
  const screen = context.makeScreen(route, params, other => other !== replaced)
  if (replaced) draft.dismiss(id, presented.length - 1)
  draft.present(screen, style ?? context.rules.style(context.rules.route(route)), id)
}

function dismiss(context: Context, count: number): void {
  const { presented } = context.container
  if (presented.length === 0) refuse(false)
  context.draft.dismiss(context.id, Math.max(0, actingIndex(context) - count + 1))
}

/** Closes an open drawer, or else dismisses the topmost presented screen. */
function goBack(context: Context): boolean {
  const { draft, id, source, container: { open, presented } } = context
  if (open) {
    draft.focus(id, { open: false })
    return true
  }
  const index = actingIndex(context)
  if (presented.length === 0 || (source && presented[index]!.screen.id !== source)) return false
  draft.dismiss(id, index)
  return true
}

/** The index of the source among the presented screens, or else of the topmost. */
function actingIndex({ source, container: { presented } }: Context): number {
  const index = presented.findIndex(({ screen }) => screen.id === source)
  return index >= 0 ? index : presented.length - 1
}
