import type { AppShape } from "./app.js"
import type { Nav, NavChange } from "./nav.js"

interface Extension {
  connect(options: { name: string }): { init(state: unknown): void; send(action: object, state: unknown): void }
}

/** Shows each change of a client in the Redux DevTools of the browser. Returns a function that ends it. */
export function bindDevtools<App extends AppShape>(nav: Nav<App>, extension = installed()): () => void {
  const tools = extension?.connect({ name: `navstate ${nav.session}` })
  if (!tools) return () => {}
  tools.init(nav.snapshot)
  return nav.subscribe(change => tools.send({ type: typeOf(change), ...change }, nav.snapshot))
}

const installed = () => (globalThis as { __REDUX_DEVTOOLS_EXTENSION__?: Extension }).__REDUX_DEVTOOLS_EXTENSION__

function typeOf<App extends AppShape>({ predicted, confirmed, rolledBack, problem }: NavChange<App>): string {
  if (rolledBack.length > 0) return `rolled back: ${rolledBack[0]!.problem.code}`
  return problem?.code ?? (predicted ? "predicted" : confirmed ? "confirmed" : "connection")
}
