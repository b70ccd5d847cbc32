import type { Container, Kind, Params, Style } from "../session.js"

/** The parts of an app definition that the prediction uses. */
export interface Definition {
  app: string
  version: number
  root: ContainerDefinition
  routes: Record<string, Route>
  actions?: Record<string, Logic>
  clients?: ClientRights
  /** The server's limit and the role of the client's token, from `GET /v1/sessions/{id}/app`. */
  maxTreeDepth?: number
  role?: string
}

export interface ContainerDefinition {
  kind: Kind
  routes?: string[]
  initial?: string
  backBehavior?: "firstRoute" | "initialRoute" | "order" | "history" | "fullHistory" | "chronological" | "none"
  reselect?: string
  open?: boolean
}

export interface Route {
  params?: Record<string, string | Schema>
  initialParams?: Params
  identity?: string | true
  onDuplicate?: "moveToTop" | "popTo" | "ignore" | "refuse" | "allow"
  to?: (string | { route: string; when?: string })[]
  content?: ContainerDefinition
  state?: any
  feature?: string
  as?: string
  path?: string
  actions?: Record<string, Logic>
  clients?: ClientRights
  guard?: unknown
  leave?: unknown
  onEnter?: unknown
  onLeave?: unknown
  onResult?: Record<string, unknown>
  timers?: unknown
}

export interface ClientRights {
  setState?: boolean
}

export interface Logic {
  by?: "backend"
  do?: unknown
  /** Whether `do` may change the navigation; given instead of `do`. */
  navigates?: boolean
}

export interface Schema {
  type?: string | string[]
  default?: unknown
  [keyword: string]: any
}

/** A refusal by the server. If it is not final, an outer container may accept the action. */
export class Refusal {
  constructor(readonly isFinal: boolean) {}
}

/** An outcome that needs the server. */
export class Undecided {}

export const refuse = (isFinal: boolean): never => { throw new Refusal(isFinal) }

export const undecided = (): never => { throw new Undecided() }

const styles = ["sheet", "fullScreen", "popover", "alert", "confirmationDialog"]

export function initialParams({ params = {}, initialParams = {} }: Route): Params {
  const defaults = Object.entries(params).flatMap(([name, type]) =>
    typeof type === "object" && type.default !== undefined ? [[name, type.default]] : [])
  return { ...Object.fromEntries(defaults), ...initialParams }
}

/** Lookups in a definition. */
export class Rules {
  readonly initialParams = initialParams
  private readonly routeNames: string[]
  /** Whether screens record their openers. */
  readonly recordsOpeners: boolean

  constructor(private readonly definition: Definition, readonly maxTreeDepth: number) {
    this.routeNames = Object.keys(definition.routes)
    const routes = Object.values(definition.routes)
    this.recordsOpeners = routes.some(({ onResult = {} }) => Object.keys(onResult).length > 0)
  }

  get root(): ContainerDefinition { return this.definition.root }

  /** The route of that name; the action is refused if there is none. */
  route(name: string): Route {
    return Object.prototype.hasOwnProperty.call(this.definition.routes, name)
      ? this.definition.routes[name]! : refuse(true)
  }

  /** The definition of a container, by the route of the screen that holds it. */
  container(holder: string | undefined): ContainerDefinition {
    return holder === undefined ? this.definition.root : this.route(holder).content ?? undecided()
  }

  /** Whether the definition leaves open if a client may set the state of a route's screens. */
  isStateClosed(route: Route): boolean {
    return !!route.feature || [this.definition, route].some(({ clients }) => clients?.setState === false)
  }

  takes(container: ContainerDefinition, route: string): boolean {
    return !container.routes || container.routes.includes(route)
  }

  /** The routes of a new container's screens. */
  startingRoutes(container: ContainerDefinition): string[] {
    const hasOne = container.kind === "stack" || container.kind === "switch"
    return hasOne ? [this.initial(container)] : container.routes ?? this.allRoutes()
  }

  initial(container: ContainerDefinition): string {
    return container.initial ?? (container.routes ?? this.allRoutes())[0]!
  }

  style(route: Route): Style {
    return styles.includes(route.as ?? "") ? route.as as Style : "sheet"
  }

  /** All routes in order; undecided for numeric names. */
  private allRoutes(): string[] {
    return this.routeNames.some(name => /^\d+$/.test(name)) ? undecided() : this.routeNames
  }
}

export const hasHistory = ({ kind }: Container): boolean => kind === "tabs" || kind === "drawer"
