import { useSyncExternalStore } from "react"
import type { AppShape } from "./app.js"
import type { Nav, Snapshot } from "./nav.js"

/** The client's snapshot: its screens, `current`, `data`, `pending` and `connection`. Renders at each change. */
export function useStack<App extends AppShape>(nav: Nav<App>): Snapshot<App> {
  return useSelected(nav, snapshot => snapshot)
}

/** A part of the client's snapshot. Renders when the part has changed; `select` must not make new objects. */
export function useSelected<App extends AppShape, Value>(
  nav: Nav<App>, select: (snapshot: Snapshot<App>) => Value,
): Value {
  const read = () => select(nav.snapshot)
  return useSyncExternalStore(nav.subscribe, read, read)
}
