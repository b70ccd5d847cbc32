import type { Action, KeyedScreen, Params } from "./session.js"

/** The types of an app, as `navstate generate typescript` writes them. An interface of this form need not extend it. */
export interface AppTypes {
  routes: Record<string, object>
  actions: Record<string, object>
  data: any
  states: Record<string, object>
  outputs: Record<string, any>
}

/** Required members of an app type. */
export interface AppShape {
  routes: object
  actions: object
  data: unknown
  states: object
  outputs: object
}

export type RouteOf<App extends AppShape> = keyof App["routes"] & string

/** A list of arguments: the object is optional if all of its members are. */
export type Optional<Members, Options = never> = keyof Members extends never
  ? [members?: Record<string, never>, options?: Options]
  : {} extends Members ? [members?: Members, options?: Options] : [members: Members, options?: Options]

type StateOf<App extends AppShape, Route> = Route extends keyof App["states"] ? App["states"][Route] : Params

/** A screen whose `route` determines the types of its `params` and its `state`. */
export type ScreenOf<App extends AppShape> = {
  [Route in RouteOf<App>]: Omit<KeyedScreen, "route" | "params" | "state"> & {
    route: Route
    params: App["routes"][Route]
    state: StateOf<App, Route>
  }
}[RouteOf<App>]

/** The current screen, with the routes on the path to it. */
export type CurrentOf<App extends AppShape> = ScreenOf<App> & { path: string[] }

export type OutputOf<App extends AppShape> = {
  [Name in keyof App["outputs"] & string]: { name: Name; value: App["outputs"][Name]; seq?: number }
}[keyof App["outputs"] & string]

/** The app's own actions as methods. Each resolves with the server's receipt. */
export type ActionsOf<App extends AppShape> = {
  [Type in keyof App["actions"] & string]: (...args: Optional<App["actions"][Type], Addressed>) => Promise<Receipt>
}

/** The source screen and the target container of an action; default: determined by the focus path. */
export interface Addressed {
  source?: string
  /** Makes the source again if it is gone. */
  ifGone?: "reopen"
  target?: string
  /** The screens whose `leave` condition the user has confirmed. */
  confirmed?: string[]
}

/** The server's response to a change. */
export interface Receipt {
  revision: number
  /** Whether the action changed the session. */
  changed: boolean
  outputs: { seq: number; name: string; value: unknown }[]
}

/** The server's response to an amendment. */
export interface AmendReceipt extends Receipt {
  /** The number of later changes that were carried out again. */
  replayed: number
  /** The later changes that the state refuses now. */
  dropped: { revision: number; action: Action | { actions: Action[] }; code: string; detail: string }[]
}
