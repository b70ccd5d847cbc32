import type { AppShape } from "./app.js"
import { isEqual } from "./equality.js"
import { linkOf } from "./link.js"
import type { Nav } from "./nav.js"
import type { Screen } from "./session.js"

interface Options {
  /** The prefix of the link in the address. Default: `#`, so that a page can be at any path. `""`: the path itself. */
  base?: string
  /**
   * Whether a link that is in the address at the start is opened. Default: `ifNew`, unless a binding has written it, as
   * before a reload, or for the session of another user.
   */
  open?: "never" | "ifNew" | "always"
  window?: Window
}

/** What an entry of the browser's history shows. */
interface Place {
  /** The key of the screen, the number of its former params, and whether it can go back, as of tabs visited again. */
  id: string
  link: string | undefined
  /** Whether the route has a path. The link may be unknown all the same. */
  hasLink: boolean
  isFirst: boolean
}

/** The state of an entry: its position, from 0, among those of this page, its session, and whether its screen has a link. */
interface EntryState {
  position: number
  session: string
  hasLink?: boolean
}

/**
 * Binds the address bar and the back button to the screens of a session.
 *
 * Each screen has an entry of the browser's history, with its link as the address, and one more after each
 * `pushParams`. The back button sends `goBack`, and leaves the page where there is nothing to go back to. The forward
 * button opens the link again, and nothing if the screen has none. Returns a function that ends it.
 */
export function bindHistory<App extends AppShape>(nav: Nav<App>, options: Options = {}): () => void {
  const binding = new HistoryBinding(nav, options)
  return binding.start()
}

class HistoryBinding<App extends AppShape> {
  private readonly base: string
  private readonly window: Window
  private readonly opens: "never" | "ifNew" | "always"
  /** The ids of the places at the positions. Those of another page or session are unknown. */
  private readonly places: string[] = []
  /** The position of the browser, and whether its entry has no place yet. */
  private position = 0
  private isFresh = true
  /** The place at the last confirmed revision that was read. */
  private read: { revision: number; place: Place } | undefined
  /** The number of actions by which the session follows a move of the browser, and that are neither predicted nor done. */
  private ahead = 1
  /** The number of moves of the browser so far. Only the last one decides when the session has followed. */
  private moves = 0
  private isFollowing = false
  private isStopped = false
  /** Whether the session has changed since its place was read. */
  private isDue = false
  /** Called when `history.go`, which is asynchronous, has finished. */
  private arrived: (() => void) | undefined

  constructor(private readonly nav: Nav<App>, { base = "#", open = "ifNew", window: page = window }: Options) {
    this.base = base
    this.opens = open
    this.window = page
  }

  start(): () => void {
    const moved = () => this.moved()
    const end = this.nav.subscribe(({ predicted }) => {
      if (predicted && this.ahead > 0) this.ahead--
      if (this.nav.pending.length === 0) this.ahead = 0
      this.follow()
    })
    this.window.addEventListener("popstate", moved)
    this.begin()
    return () => {
      this.isStopped = true
      end()
      this.window.removeEventListener("popstate", moved)
    }
  }

  private async begin(): Promise<void> {
    const { state } = this
    this.position = state?.position ?? 0
    const link = this.address()
    const opens = link !== "" && link !== "/" && (this.opens === "always" || (this.opens === "ifNew" && !state))
    await this.lead(1, () => opens && this.nav.open(link, "navigate"))
  }

  /** Performs the actions that a move of the browser means. If they change nothing, the entry is restored. */
  private async lead(count: number, act: () => unknown): Promise<void> {
    const move = ++this.moves
    this.ahead = count
    const actions = Array.from({ length: count }, act)
    await Promise.all(actions).catch(() => {})
    if (move === this.moves) this.ahead = 0
    await this.follow()
  }

  /** Whether the browser is left alone: a client that has ended must not keep the user on the page. */
  private get isEnded(): boolean {
    return this.isStopped || ["closed", "refused"].includes(this.nav.connection)
  }

  /** The state of the browser's entry, if a binding has made it. */
  private get state(): EntryState | undefined { return this.window.history.state?.navstate }

  /** The link in the address bar. */
  private address(): string {
    const { pathname, search, hash } = this.window.location
    const whole = this.base.startsWith("#") ? hash : pathname + search
    return whole.startsWith(this.base) ? whole.slice(this.base.length) : ""
  }

  /** Shows the current screen, until it has not changed meanwhile, or the browser has moved: the session follows that. */
  private async follow(): Promise<void> {
    this.isDue = true
    if (this.isFollowing) return
    this.isFollowing = true
    try {
      while (this.isDue && this.ahead === 0) {
        this.isDue = false
        await this.show(this.predicted())
        const confirmed = await this.confirmed()
        if (!this.isDue && this.ahead === 0) await this.show(confirmed)
      }
    } catch {
      // The next change retries.
    } finally {
      this.isFollowing = false
    }
  }

  /** The current place by the rules of the app; undefined if they are not sufficient. */
  private predicted(): Place | undefined {
    const { canGoBack, routes } = this.nav
    const current = this.nav.current as Screen
    const { route: name, params } = current
    const route = routes[name]
    const hasLink = route?.path !== undefined
    return canGoBack === undefined ? undefined : placeOf(current, canGoBack, linkOf(route, params), hasLink)
  }

  /** The place at the confirmed revision by the server; undefined if the session changes. */
  private async confirmed(): Promise<Place | undefined> {
    const { current, revision: known, pending } = this.nav
    if (pending.length > 0) return undefined
    if (this.read?.revision !== known) {
      const { revision, current: { url }, can } = await this.nav.read()
      if (revision !== known || this.isDue) return undefined
      this.read = { revision, place: placeOf(current as Screen, can.goBack, url) }
    }
    return this.read.place
  }

  /** Moves to the entry of a place, or adds one. */
  private async show(place: Place | undefined): Promise<void> {
    if (!place || this.isEnded) return
    const { id, link, hasLink, isFirst } = place
    const known = this.places.lastIndexOf(id)
    const next = this.isFresh ? this.position : this.position + 1
    const position = isFirst ? 0 : known < 0 ? next : known
    const isNew = position > this.position && known < 0
    if (!isNew && position !== this.position) await this.move(position - this.position)
    if (this.isEnded) return
    const { history } = this.window
    const { session } = this.nav
    const state = { navstate: { position, session, hasLink } }
    const address = link === undefined || link === this.address() ? undefined : this.base + link
    if (isNew) history.pushState(state, "", address)
    else if (address !== undefined || !isEqual(this.state, state.navstate)) history.replaceState(state, "", address)
    if (known !== position) this.places.length = position
    this.places[position] = id
    this.position = position
    this.isFresh = false
  }

  /** Moves through the browser's history. */
  private async move(delta: number): Promise<void> {
    // A browser without so many entries tells nothing.
    const arrival = new Promise<void>(resolve => { this.arrived = resolve; setTimeout(resolve, 500) })
    this.window.history.go(delta)
    await arrival
    this.arrived = undefined
  }

  /** Handles `popstate`, caused by `move`, by the back or forward button, or by a change of the link. */
  private async moved(): Promise<void> {
    if (this.arrived) return this.arrived()
    if (this.isEnded) return
    const { state, position: former } = this
    this.position = state?.position ?? former + 1
    // The place that the forward button or a link leads to takes the entry that the browser is at.
    this.isFresh = this.position > former
    const isForeign = state !== undefined && state.session !== this.nav.session
    const opens = !isForeign && state?.hasLink !== false
    const policy = state && this.position > former ? "push" : "navigate"
    if (this.position < former) return this.lead(former - this.position, () => this.nav.goBack())
    await this.lead(1, () => opens && this.nav.open(this.address(), policy))
  }
}

const placeOf = (
  { key, formerParams = [] }: Screen, canGoBack: boolean, link: string | undefined, hasLink = link !== undefined,
): Place => ({ id: `${key} ${formerParams.length} ${canGoBack}`, link, hasLink, isFirst: !canGoBack })
