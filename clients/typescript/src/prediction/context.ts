import { isEqual } from "../equality.js"
import type { Container, Params, Screen } from "../session.js"
import { focused, innermost, ownScreens, selectedIndex } from "../tree.js"
import { Route, refuse, undecided } from "./definition.js"
import type { Draft } from "./draft.js"
import { identity, reachedParams } from "./params.js"

/** The container to which an action is offered. */
export class Context {
  constructor(
    readonly draft: Draft, readonly id: string,
    /** The screen that the action names as its source. */
    readonly source: string | undefined,
    /** Whether the action names this container or a screen of it. */
    readonly isMeant: boolean,
  ) {}

  get container(): Container { return this.draft.container(this.id) }
  get rules() { return this.draft.rules }

  /** The index of the source, or else of the selected screen. */
  actingIndex(): number {
    if (!this.source) return selectedIndex(this.container)
    const index = this.container.screens.findIndex(({ id }) => id === this.source)
    return index >= 0 ? index : refuse(false)
  }

  checkUncovered(): void {
    if (!this.isMeant && this.container.presented.length > 0) refuse(true)
  }

  /** The route of an action, which the container must accept. */
  destination(name: string): Route {
    if (!this.rules.takes(this.draft.definition(this.id), name)) refuse(false)
    return this.rules.route(name)
  }

  /** The screen from which others are opened. */
  private origin(): Screen {
    if (this.source) return this.draft.screen(this.source) ?? undecided()
    return this.isMeant ? focused(this.container) : focused(innermost(this.draft.root))
  }

  /** Refuses a route that the `to` of the origin does not list. */
  checkMayOpen(name: string): void {
    const { to } = this.rules.route(this.origin().route)
    if (!to) return
    const item = to.find(item => (typeof item === "string" ? item : item.route) === name) ?? refuse(true)
    if (typeof item === "object" && item.when !== undefined) undecided()
  }

  /** Refuses a route that the container does not accept, or that the `to` of the origin does not list. */
  checkOpens(name: string): void {
    this.destination(name)
    this.checkMayOpen(name)
  }

  /** Puts a new screen in the place of another one, if that may be opened. */
  replace(index: number, name: string, params: Params | undefined): void {
    this.checkOpens(name)
    this.replaceScreen(index, name, params)
  }

  replaceScreen(index: number, name: string, params: Params | undefined): void {
    const former = this.container.screens[index]!.id
    const screen = this.makeScreen(name, params, id => id !== former)
    this.draft.remove(this.id, index)
    this.draft.insert(screen, this.id, index)
  }

  /** Makes a screen, whose identity must be unique among the screens that stay. */
  makeScreen(name: string, params: Params | undefined, isStaying: (id: string) => boolean = () => true): Screen {
    const screen = this.draft.makeScreen(name, params)
    const origin = this.source ? this.origin() : focused(innermost(this.draft.root))
    const opener = isStaying(origin.id) ? origin.id : origin.opener
    this.checkUnique(name, screen.params, isStaying)
    return this.rules.recordsOpeners && opener ? { ...screen, opener } : screen
  }

  /** The screen of a route and identity: in the list from the top, or presented over it. */
  twin(name: string, params: Params, isStaying: (id: string) => boolean = () => true): Screen | undefined {
    const route = this.rules.route(name)
    const wanted = identity(route, params)
    if (wanted === undefined) return undefined
    const isSame = (screen: Screen) =>
      screen.route === name && isEqual(identity(route, screen.params), wanted) && isStaying(screen.id)
    const { screens } = this.container
    return [...screens].reverse().find(isSame) ?? ownScreens(this.container).reverse().find(isSame)
  }

  checkUnique(name: string, params: Params, isStaying?: (id: string) => boolean): void {
    if (!this.allowsTwins(name) && this.twin(name, params, isStaying)) refuse(true)
  }

  /** Whether a screen other than that one has the identity of params, and the route allows only one. */
  isTaken(name: string, params: Params, screen: string): boolean {
    return !this.allowsTwins(name) && this.twin(name, params, id => id !== screen) !== undefined
  }

  allowsTwins(name: string): boolean { return this.rules.route(name).onDuplicate === "allow" }

  /** The params of a screen that an action reaches. */
  reached(screen: Screen, params: Params | undefined, merge: boolean): Params {
    return reachedParams(this.rules, screen, params, merge)
  }

  /** Sets the params of a screen; refuses the identity of another one that stays. */
  setParams(screen: Screen, params: Params, isStaying: (id: string) => boolean = () => true): void {
    if (this.isOther(screen, params)) {
      this.checkUnique(screen.route, params, id => id !== screen.id && isStaying(id))
    }
    this.draft.setParams(screen, params)
  }

  /** Whether params have another identity than a screen. */
  isOther(screen: Screen, params: Params): boolean {
    const route = this.rules.route(screen.route)
    return !isEqual(identity(route, params), identity(route, screen.params))
  }
}
