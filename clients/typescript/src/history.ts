import type { AppShape } from "./app.js"
import type { Nav } from "./nav.js"

interface Options {
  /** The prefix of the link in the address. Default: `#`, so that a page can be at any path. `""`: the path itself. */
  base?: string
  window?: Window
}

/**
 * Binds the address bar and the back button to the link of the current screen.
 *
 * Opens a link in the address first. Then the address shows the current link, the back button sends `goBack`, and the
 * forward button opens the link. Returns a function that ends it.
 */
export function bindHistory<App extends AppShape>(nav: Nav<App>, options: Options = {}): () => void {
  const binding = new HistoryBinding(nav, options.base ?? "#", options.window ?? window)
  return binding.start()
}

class HistoryBinding<App extends AppShape> {
  /** The links of the page's entries in the browser's history, up to the current screen's. */
  private links: string[] = []
  /** The revision whose link was read; undefined if it must be read again. */
  private lastRead: number | undefined
  /** Whether the address is being updated or its first link is being opened. */
  private isFollowing = true
  /** Called when `history.go`, which is asynchronous, has finished. */
  private arrived: (() => void) | undefined

  constructor(private readonly nav: Nav<App>, private readonly base: string, private readonly window: Window) {}

  start(): () => void {
    const moved = () => this.moved()
    const end = this.nav.subscribe(() => this.follow())
    this.window.addEventListener("popstate", moved)
    this.begin()
    return () => {
      end()
      this.window.removeEventListener("popstate", moved)
    }
  }

  private async begin(): Promise<void> {
    const link = this.address()
    const opened = link && link !== "/" ? await this.nav.open(link, "navigate").catch(() => undefined) : undefined
    if (opened) {
      this.links = [link]
      this.window.history.replaceState(0, "")
    }
    this.isFollowing = false
    await this.follow()
  }

  /** The link in the address bar. */
  private address(): string {
    const { pathname, search, hash } = this.window.location
    const whole = this.base.startsWith("#") ? hash : pathname + search
    return whole.startsWith(this.base) ? whole.slice(this.base.length) : ""
  }

  /** Reads the link of the current screen after a confirmed revision, and shows it. */
  private async follow(): Promise<void> {
    if (this.isFollowing) return
    this.isFollowing = true
    try {
      while (this.lastRead !== this.nav.revision) {
        this.lastRead = this.nav.revision
        const link = await this.nav.url()
        if (link) await this.show(link)
      }
    } catch {
      // The next change retries.
      this.lastRead = undefined
    } finally {
      this.isFollowing = false
    }
  }

  /** Moves to the entry of the link, or adds one. */
  private async show(link: string): Promise<void> {
    const { history } = this.window
    const known = this.links.lastIndexOf(link)
    if (known >= 0) {
      // A change of the link makes an entry without a state.
      const current = Number(history.state ?? this.links.length)
      this.links.length = known + 1
      if (current !== known) await this.move(known - current)
      if (this.address() !== link) history.replaceState(known, "", this.base + link)
      return
    }
    const index = this.links.push(link) - 1
    if (index === 0 || this.address() === link) history.replaceState(index, "", this.base + link)
    else history.pushState(index, "", this.base + link)
  }

  /** Moves through the browser's history. */
  private async move(delta: number): Promise<void> {
    const arrival = new Promise<void>(resolve => { this.arrived = resolve })
    this.window.history.go(delta)
    await arrival
  }

  /** Handles `popstate`, caused by `move`, by the back or forward button, or by a change of the link. */
  private async moved(): Promise<void> {
    const { arrived } = this
    this.arrived = undefined
    if (arrived) return arrived()
    const link = this.address()
    const last = this.links.length - 1
    if (link === this.links[last]) return
    const isBack = link === this.links[last - 1]
    // If the session does not change, the address is restored.
    await (isBack ? this.nav.goBack() : this.nav.open(link, "navigate")).catch(() => {})
    this.lastRead = undefined
    await this.follow()
  }
}
