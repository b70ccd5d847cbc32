import { isEqual } from "../equality.js"
import { applyStep } from "../plan.js"
import type { Container, Params, Screen, Step, Style } from "../session.js"
import { selectedIndex } from "../tree.js"
import { ContainerDefinition, Rules, undecided } from "./definition.js"
import { allScreens, findContainer, findScreen, holderOf } from "./find.js"
import { Visit, focusOf, forgettingParams, lastVisit, visitsAfter, visitsOf } from "./history.js"
import { fullParams } from "./params.js"

/** A changing tree, the steps so far, and the screens that they have added and removed. */
export class Draft {
  readonly steps: Step[] = []
  readonly entering: Screen[] = []
  readonly leaving: Screen[] = []

  constructor(readonly rules: Rules, public root: Container, private readonly makeID: () => string) {}

  container(id: string): Container { return findContainer(this.root, id) ?? undecided() }

  definition(id: string): ContainerDefinition {
    return this.rules.container(this.holderOfContent(id)?.route)
  }

  /** The screen whose content a container is; undefined for the root. */
  holderOfContent(id: string): Screen | undefined {
    return allScreens(this.root).find(({ content }) => content?.id === id)
  }

  holder(screen: string): Container | undefined { return holderOf(this.root, screen) }
  screen(id: string): Screen | undefined { return findScreen(this.root, id) }

  // Steps

  insert(screen: Screen, container: string, index: number): void {
    this.entering.push(screen)
    const last = this.steps[this.steps.length - 1]
    const isReplaced = last?.step === "pop" && last.container === container && last.index === index
    this.root = applyStep(this.root, { step: "push", container, index, screen })
    if (isReplaced) this.steps[this.steps.length - 1] = { step: "replace", container, index, id: last.id, screen }
    else this.steps.push({ step: "push", container, index, screen })
  }

  remove(container: string, index: number): void {
    const screen = this.container(container).screens[index]!
    this.leaving.push(screen)
    this.take({ step: "pop", container, index, id: screen.id })
  }

  /** Removes the screens from one index to another, the top one first. */
  removeRange(container: string, first: number, last = this.container(container).screens.length - 1): void {
    for (let index = last; index >= first; index--) this.remove(container, index)
  }

  move(container: string, index: number, to: number): void {
    this.take({ step: "select", container, index, to })
  }

  present(screen: Screen, style: Style, container: string): void {
    this.entering.push(screen)
    this.take({ step: "present", container, index: this.container(container).presented.length, style, screen })
  }

  /** Dismisses presented screens from the top down to an index. */
  dismiss(container: string, first: number): void {
    const { presented } = this.container(container)
    for (let index = presented.length - 1; index >= first; index--) this.dismissOne(container, index)
  }

  dismissOne(container: string, index: number): void {
    const { screen } = this.container(container).presented[index]!
    this.leaving.push(screen)
    this.take({ step: "dismiss", container, index, id: screen.id })
  }

  setParams({ id, params: former }: Screen, params: Params): void {
    if (!isEqual(former, params)) this.take({ step: "replace", id, params })
  }

  setState({ id, state: former }: Screen, state: any): void {
    if (!isEqual(former, state)) this.take({ step: "replace", id, state })
  }

  /** Sets the params to which `goBack` returns. */
  setFormerParams(id: string, formerParams: Params[]): void {
    this.take({ step: "replace", id, formerParams })
  }

  /** Gives the last visit of a screen the screen's params, after these have changed. */
  renewLastVisit(container: string, screen: string): void {
    const visits = visitsOf(this.container(container))
    const { params } = visits[lastVisit(visits, screen)] ?? {}
    if (params && !isEqual(params, this.screen(screen)!.params)) {
      this.focus(container, { visits: forgettingParams(visits, screen) })
    }
  }

  /** Changes the selection, the visits and whether a drawer is open, if they differ. */
  focus(id: string, change: { selected?: number; visits?: Visit[]; open?: boolean }): void {
    const container = this.container(id)
    const { selected, open } = { ...container, ...change }
    const visits = change.visits ?? visitsOf(container)
    const isSame = selected === container.selected && open === container.open && isEqual(visits, visitsOf(container))
    if (isSame || container.kind === "stack") return
    this.take({ step: "select", container: id, index: selected, ...focusOf(visits), open: open ?? false })
  }

  /** Selects the screen at an index, which becomes the last visit. */
  select(id: string, index: number, former: Visit[] = visitsOf(this.container(id)), screens?: Screen[]): void {
    const container = { ...this.container(id), selected: index }
    const visits = visitsAfter(this.rules, this.definition(id), container, screens ?? container.screens, former)
    this.focus(id, { selected: index, visits })
  }

  /** Sets the visits of a root that goes back chronologically. */
  setVisits(visits: string[]): void {
    const { id, history, historyParams, open } = this.root
    if (isEqual(visits, this.root.visits)) return
    const focus = { ...(history ? { history } : {}), ...(historyParams ? { historyParams } : {}), open: open ?? false }
    this.take({ step: "select", container: id, index: selectedIndex(this.root), ...focus, visits })
  }

  // New screens

  makeScreen(name: string, given: Params | undefined): Screen {
    const route = this.rules.route(name)
    if (route.feature) undecided()
    const params = fullParams(this.rules, route, given)
    const id = this.makeID()
    const screen: Screen = { id, key: id, route: name, params, state: route.state ?? {} }
    return route.content ? { ...screen, content: this.makeContainer(route.content, 0) } : screen
  }

  private makeContainer(definition: ContainerDefinition, depth: number): Container {
    if (depth > 20) undecided()
    const { kind } = definition
    const id = this.makeID()
    const screens = this.rules.startingRoutes(definition).map(name => this.makeScreen(name, undefined))
    const initial = screens.findIndex(({ route }) => route === this.rules.initial(definition))
    const container: Container = { id, kind, selected: Math.max(initial, 0), screens, presented: [] }
    if (kind === "drawer") container.open = definition.open ?? false
    if (kind !== "tabs" && kind !== "drawer") return container
    return { ...container, ...focusOf(visitsAfter(this.rules, definition, container, screens, [])) }
  }

  private take(step: Step): void {
    this.root = applyStep(this.root, step)
    this.steps.push(step)
  }
}
