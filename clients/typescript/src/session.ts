export type Params = Record<string, any>
export type Kind = "stack" | "tabs" | "drawer" | "pages" | "panes" | "switch"
export type Style = "sheet" | "fullScreen" | "popover" | "alert" | "confirmationDialog"

export interface Screen {
  /** The id by which actions name the screen. A provisional id of a prediction begins with `~new-`. */
  id: string
  /** See `KeyedScreen`. Screens of the server, as in the steps of its plans, have none. */
  key?: string
  route: string
  params: Params
  /** The params before each `pushParams` that was not gone back yet, the newest last. */
  formerParams?: Params[]
  state: any
  content?: Container
  opener?: string
  intent?: Params
}

export interface Presented {
  style: Style
  screen: Screen
}

/** A list of screens, of which one is selected, and those presented over it. Values are never changed in place. */
export interface Container {
  id: string
  kind: Kind
  selected: number
  screens: Screen[]
  presented: Presented[]
  history?: string[]
  historyParams?: (Params | null)[]
  open?: boolean
  /** Of a root that goes back chronologically: the screens that were current, the last one last. */
  visits?: string[]
}

/** A screen of this client's state. */
export interface KeyedScreen extends Screen {
  /** The first id of the screen in this client. It does not change when a prediction is confirmed. */
  key: string
  content?: KeyedContainer
}

export interface KeyedContainer extends Container {
  screens: KeyedScreen[]
  presented: { style: Style; screen: KeyedScreen }[]
}

/** An action as the server reads it. */
export interface Action {
  type: string
  [member: string]: any
}

/** The credential of a request, as it was then. */
export interface Attribution {
  kind: "session" | "token" | "jwt" | "key" | "operator"
  id?: string
  name?: string
  role?: string
  subject?: string
  issuer?: string
}

export interface Session {
  id: string
  app: string
  appVersion: number
  revision: number
  navigation: Container
  data: any
  current: Screen & { path: string[]; url?: string }
  can: { goBack: boolean }
  token?: string
}

/** One step of a plan; see the page on receipts in the server's documentation. */
export type Step =
  | { step: "push"; container: string; index: number; screen: Screen }
  | { step: "pop"; container: string; index: number; id: string }
  | { step: "present"; container: string; index: number; style: Style; screen: Screen }
  | { step: "dismiss"; container: string; index: number; id: string }
  | { step: "select"; container: string; index: number; to: number }
  | ({ step: "select"; container: string; index: number } & Focus)
  | { step: "replace"; container: string; index: number; id: string; screen: Screen }
  | { step: "replace"; container: string; with: Container }
  | { step: "replace"; id: string; params?: Params; formerParams?: Params[]; state?: any; intent?: Params | null }

export interface Focus {
  history?: string[]
  historyParams?: (Params | null)[]
  open?: boolean
  visits?: string[]
}
