import { Entry, StoredEntry, entryOf, randomKey } from "./entry.js"
import { NavstateProblem } from "./problem.js"
import type { Action } from "./session.js"
import type { Store } from "./store.js"

/**
 * The entries of a session in a store, each under its own key, so that several pages share a store without a lock. A
 * page adopts the entries of all pages: an entry that two pages send has one key, and is performed once.
 */
export class Journal {
  private readonly prefix: string
  private last = 0
  private isFull = false

  constructor(
    private readonly store: Store, session: string, private readonly maxAge: number,
    private readonly onFull: (problem: NavstateProblem) => void,
  ) {
    this.prefix = `navstate:${session}:`
  }

  /** The stored entries of all pages, oldest first. */
  adopt(): Entry[] {
    const keys = this.store.keys().filter(key => key.startsWith(this.prefix))
    const entries = keys.map(key => JSON.parse(this.store.get(key)!) as StoredEntry)
    entries.sort((one, other) => one.order - other.order)
    this.last = entries[entries.length - 1]?.order ?? 0
    return entries.map(stored => entryOf(stored, stored.isSent))
  }

  create(path: StoredEntry["path"], action: Action): Entry {
    const at = Date.now()
    this.last = Math.max(at, this.last + 1)
    return entryOf({ key: randomKey(), order: this.last, at, path, action, isSent: false, ids: [] })
  }

  keep({ key, order, at, path, action, isSent, ids }: Entry): void {
    const stored: StoredEntry = { key, order, at, path, action, isSent, ids }
    try {
      this.store.set(this.prefix + key, JSON.stringify(stored))
      this.isFull = false
    } catch (error) {
      if (!this.isFull) this.onFull(new NavstateProblem("storage-full", `Changes do not survive a reload: ${error}`))
      this.isFull = true
    }
  }

  forget(entry: Entry): void {
    this.store.remove(this.prefix + entry.key)
  }

  /** The milliseconds until an entry expires; negative if it has. The clock may have been set back. */
  remaining(entry: Entry): number {
    return this.maxAge - Math.abs(Date.now() - entry.at)
  }
}
