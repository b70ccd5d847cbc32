import type { AppShape } from "./app.js"
import type { Nav } from "./nav.js"

interface Options {
  /** What precedes the link in the address. Default: `#`, so that a page can be at any path. `""`: the path itself. */
  base?: string
  window?: Window
}

/**
 * Binds the address bar and the back button to the link of the current screen.
 *
 * A link in the address is opened first. Later the address follows the session; the back button sends `goBack`, and the
 * forward button opens the link. Returns a function that ends it.
 */
export function bindHistory<App extends AppShape>(nav: Nav<App>, options: Options = {}): () => void {
  const binding = new HistoryBinding(nav, options.base ?? "#", options.window ?? window)
  return binding.start()
}

class HistoryBinding<App extends AppShape> {
  /** The links of the page's entries in the browser's history, up to the current screen's. */
  private links: string[] = []
  /** The revision whose link was read. */
  private lastRead = 0
  private isFollowing = false

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
    if (opened) this.links = [link]
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
    const { revision } = this.nav
    if (this.isFollowing || this.lastRead === revision) return
    this.isFollowing = true
    try {
      const link = await this.nav.url()
      this.lastRead = revision
      if (link) this.show(link)
    } catch {
      // The next change reads it.
    } finally {
      this.isFollowing = false
    }
    if (this.nav.revision !== revision) await this.follow()
  }

  private show(link: string): void {
    const last = this.links.length - 1
    const { history } = this.window
    if (this.links[last] === link) return this.correct(link, last)
    if (last > 0 && this.links[last - 1] === link) {
      this.links.pop()
      // Otherwise the user has gone back already.
      if (this.address() !== link) history.back()
      return
    }
    if (last < 0) history.replaceState(0, "", this.base + link)
    else if (this.address() !== link) history.pushState(last + 1, "", this.base + link)
    this.links.push(link)
  }

  /** Returns to the entry of the current link. */
  private correct(link: string, last: number): void {
    const { history } = this.window
    const index = Number(history.state ?? 0)
    if (index < last) history.go(last - index)
    else if (this.address() !== link) history.replaceState(last, "", this.base + link)
  }

  /** The user has pressed back or forward, or changed the link. */
  private async moved(): Promise<void> {
    const link = this.address()
    const last = this.links.length - 1
    if (link === this.links[last]) return
    const isBack = link === this.links[last - 1]
    // If the session stays where it is, the address shows it again.
    await (isBack ? this.nav.goBack() : this.nav.open(link, "navigate")).catch(() => {})
    this.lastRead = 0
    await this.follow()
  }
}
