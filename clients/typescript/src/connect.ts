import type { AppShape, AppTypes } from "./app.js"
import { Backoff } from "./backoff.js"
import { randomKey } from "./entry.js"
import { Fetch, Http, TokenSource } from "./http.js"
import { Nav, Rules } from "./nav.js"
import type { Definition } from "./prediction/definition.js"
import { noPredictor } from "./prediction/predictor.js"
import { NavstateProblem, problemFor } from "./problem.js"
import type { Session } from "./session.js"
import { Store, defaultStore } from "./store.js"

export interface Options {
  /** The address of the server, such as `https://nav.example`. */
  url: string
  /** The name of the app. Required unless `session` or `handoff` is given. */
  app?: string
  /** The version of the app for a new session; default: the newest. */
  version?: number
  /** The session key. A session with this key is joined, otherwise one is created. */
  key?: string
  /** The labels and the link of a new session. */
  labels?: Record<string, string>
  link?: string
  /** The id of an existing session, with its `token`. */
  session?: string
  /** The token of the session, or a key of the app; or a function that gets the current one, also after it expired. */
  token?: TokenSource
  /** A handoff code of another device. */
  handoff?: string
  /** The app definition for predicting actions; default: requested from the server. False: no prediction. */
  definition?: object | false
  /** The greatest depth of containers, if the server was started with `--max-tree-depth`. */
  maxTreeDepth?: number
  /** The store of the queue; default: `localStorage`. */
  store?: Store
  /** The age in milliseconds at which an unanswered change expires; at most 23 hours. Default: 1 hour. */
  maxAge?: number
  /** The name of this client in the list of listeners. */
  name?: string
  /** Long polls instead of a stream. */
  poll?: boolean
  /** The timeout in milliseconds for the first state; default: 15 seconds. */
  timeout?: number
  fetch?: Fetch
}

const hour = 3_600_000
const takenText = "Another session has this key. Pass a code of its `handoff`, or its `session` and `token`."

/** Joins or creates a session. Resolves with a client; rejects with a `NavstateProblem`. */
export async function connect<App extends AppShape = AppTypes>(options: Options): Promise<Nav<App>> {
  const { url, name, maxAge = hour, poll = typeof ReadableStream === "undefined", store = defaultStore() } = options
  const http = new Http(url.replace(/\/+$/, ""), options.fetch ?? globalThis.fetch.bind(globalThis), options.token)
  const creation = randomKey()
  const { session, rules } = await patiently(options.timeout ?? 15_000, async () => {
    const session = await open(http, options, store, creation)
    if (!session.navigation) throw new NavstateProblem("bad-answer", "The answer is not one of Navstate.")
    return { session, rules: await rulesOf(http, session, options) }
  })
  const rulesFor = (appVersion: number) => rulesOf(http, { ...session, appVersion }, options)
  return new Nav<App>({
    http, session, rules, rulesFor, store, maxAge: Math.min(maxAge, 23 * hour), polls: poll, name,
  })
}

/** Retries temporary failures until a timeout. */
async function patiently<Value>(timeout: number, attempt: () => Promise<Value>): Promise<Value> {
  const backoff = new Backoff()
  const end = performance.now() + timeout
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const problem = problemFor(error)
      if (!problem.isTemporary || performance.now() >= end) throw problem
      await backoff.pause(problem, end - performance.now())
    }
  }
}

interface Known {
  session: string
  token?: string
}

/** Reads the named or previously joined session; otherwise creates one, once per idempotency key. */
async function open(http: Http, options: Options, store: Store, creation: string): Promise<Session> {
  const { app, key, session, handoff, url } = options
  if (session) return http.json("GET", `/v1/sessions/${session}`, { timeout: options.timeout })
  // By the second one, a reload without the code continues.
  const places = [handoff, app && `${app}:${key}`].filter(name => name).map(name => `navstate:joined:${url}:${name}`)
  const known = store.get(places[0]!)
  const former = known ? await rejoin(http, JSON.parse(known), options) : undefined
  if (former) return former
  const remember = (known: Known) => {
    http.token = known.token ?? http.token
    try { places.forEach(place => store.set(place, JSON.stringify(known))) } catch { /* A reload retries. */ }
  }
  return handoff ? trade(http, handoff, remember) : create(http, options, creation, remember)
}

/** Reads a session that this device joined before; undefined if it no longer exists. */
async function rejoin(http: Http, known: Known, { timeout }: Options): Promise<Session | undefined> {
  http.token = known.token ?? http.token
  try {
    return await http.json("GET", `/v1/sessions/${known.session}`, { timeout })
  } catch (error) {
    const { endsSession, code } = error as NavstateProblem
    if (!endsSession || code === "token-expired") throw error
    http.reset()
    return undefined
  }
}

async function create(
  http: Http, options: Options, creation: string, remember: (known: Known) => void,
): Promise<Session> {
  const { app, version, key, labels, link, timeout } = options
  const body = { app, version, key, labels, url: link, ifExists: key && "return" }
  const headers = { "Idempotency-Key": creation }
  const session: Session = await http.json("POST", "/v1/sessions", { body, headers, timeout })
  const { id, token } = session
  // A JWT and the admin token open a session without a token of its own.
  const isOpen = !key || token || !http.token || await rejoin(http, { session: id }, options)
  if (!isOpen) throw new NavstateProblem("key-taken", takenText, 409)
  remember({ session: id, token })
  return session
}

async function trade(http: Http, code: string, remember: (known: Known) => void): Promise<Session> {
  const { session, token } = await http.json("POST", "/v1/handoffs", { body: { code } })
  remember({ session, token })
  return http.json("GET", `/v1/sessions/${session}`)
}

/** The rules of a session's app. Without the definition of its version, nothing is predicted. */
async function rulesOf(http: Http, session: Session, options: Options): Promise<Rules> {
  const { definition: given, maxTreeDepth, timeout } = options
  if (given === false) return { predictor: noPredictor }
  const isOf = (definition?: Partial<Definition>): definition is Definition =>
    definition?.app === session.app && definition.version === session.appVersion && definition.root !== undefined
  const definition = isOf(given) ? given : await http.json("GET", `/v1/sessions/${session.id}/app`, { timeout })
    .catch((problem: NavstateProblem) => { if (problem.isTemporary) throw problem })
  const role = definition?.role
  if (!isOf(definition)) return { predictor: noPredictor, role }
  const { DefinitionPredictor } = await import("./prediction/predict.js")
  return { predictor: new DefinitionPredictor(definition, maxTreeDepth ?? definition.maxTreeDepth ?? 20), role }
}
