/** A store of texts that survives a reload, such as `localStorage`. `set` throws if there is no space. */
export interface Store {
  keys(): string[]
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** A store that lasts as long as the page. */
export class MemoryStore implements Store {
  private readonly items = new Map<string, string>()
  keys(): string[] { return [...this.items.keys()] }
  get(key: string): string | null { return this.items.get(key) ?? null }
  set(key: string, value: string): void { this.items.set(key, value) }
  remove(key: string): void { this.items.delete(key) }
}

class WebStore implements Store {
  constructor(private readonly storage: Storage) {}
  keys(): string[] { return Object.keys(this.storage) }
  get(key: string): string | null { return this.storage.getItem(key) }
  set(key: string, value: string): void { this.storage.setItem(key, value) }
  remove(key: string): void { this.storage.removeItem(key) }
}

/** The page's `localStorage`, or a `MemoryStore` if there is none, as in Node. */
export function defaultStore(): Store {
  try {
    if (globalThis.localStorage) return new WebStore(localStorage)
  } catch {
    // The user has blocked it.
  }
  return new MemoryStore()
}
