import type { ActionsOf, Addressed, AppShape, Optional, Receipt, RouteOf } from "./app.js"
import type { Action, Style } from "./session.js"

type WithResult = Addressed & { result?: unknown }

/** The navigation actions as methods. Each resolves with the receipt, or rejects with a `NavstateProblem`. */
export abstract class NavigationActions<App extends AppShape> {
  /** The app's own actions, as methods. */
  readonly actions: ActionsOf<App> = new Proxy({} as ActionsOf<App>, {
    get: (_, type: string) => (args?: object, options?: Addressed) => this.send({ ...args, ...options, type }),
  })

  /** Sends an action. Resolves with the receipt when the state has it; rejects with a `NavstateProblem`. */
  abstract send(action: Action): Promise<Receipt>

  push<Route extends RouteOf<App>>(route: Route, ...[params, options]: Optional<App["routes"][Route], Addressed>) {
    return this.send({ type: "push", route, params, ...options })
  }

  replace<Route extends RouteOf<App>>(route: Route, ...[params, options]: Optional<App["routes"][Route], Addressed>) {
    return this.send({ type: "replace", route, params, ...options })
  }

  switchTo<Route extends RouteOf<App>>(route: Route, ...[params, options]: Optional<App["routes"][Route], Addressed>) {
    return this.send({ type: "switchTo", route, params, ...options })
  }

  present<Route extends RouteOf<App>>(
    route: Route, ...[params, options]: Optional<App["routes"][Route], Addressed & { style?: Style; mode?: string }>
  ) {
    return this.send({ type: "present", route, params, ...options })
  }

  navigate<Route extends RouteOf<App>>(
    route: Route, params?: Partial<App["routes"][Route]>, options?: Addressed & { merge?: boolean; pop?: boolean },
  ) {
    return this.send({ type: "navigate", route, params, ...options })
  }

  select<Route extends RouteOf<App>>(
    match: Route | { id: string } | { index: number }, params?: Partial<App["routes"][Route]>, options?: Addressed,
  ) {
    return this.send({ type: "select", ...matching(match), params, ...options })
  }

  popTo<Route extends RouteOf<App>>(
    match: Route | { id: string } | { index: number }, params?: Partial<App["routes"][Route]>,
    options?: Addressed & { merge?: boolean; ifAbsent?: "refuse" | "replace" | "push" },
  ) {
    return this.send({ type: "popTo", ...matching(match), params, ...options })
  }

  pop(options?: WithResult & { count?: number }) { return this.send({ type: "pop", ...options }) }
  popToRoot(options?: Addressed) { return this.send({ type: "popToRoot", ...options }) }
  dismiss(options?: WithResult & { id?: string; count?: number }) { return this.send({ type: "dismiss", ...options }) }
  goBack(options?: WithResult) { return this.send({ type: "goBack", ...options }) }
  back(options?: WithResult) { return this.goBack(options) }

  setParams(params: Partial<App["routes"][RouteOf<App>]>, options?: Addressed) {
    return this.send({ type: "setParams", params, ...options })
  }

  /** Sets params like `setParams`; `goBack` and `pop` return to the former ones first. */
  pushParams(params: Partial<App["routes"][RouteOf<App>]>, options?: Addressed) {
    return this.send({ type: "pushParams", params, ...options })
  }

  /** Merges into the state of a screen, by RFC 7396: null removes a member. */
  setState(state: object, options?: Addressed) { return this.send({ type: "setState", state, ...options }) }

  /** Opens a link, such as one in the address bar. */
  open(url: string, policy?: "push" | "navigate" | "reset") { return this.send({ type: "route", url, policy }) }

  /** Reports that the user removed a screen, such as by a swipe. */
  reportRemoved(id: string) { return this.send({ type: "remove", id, reported: true }) }
}

const matching = (match: string | object) => (typeof match === "string" ? { route: match } : match)

