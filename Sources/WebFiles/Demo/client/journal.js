import { entryOf, randomKey } from "./entry.js";
import { NavstateProblem } from "./problem.js";
/**
 * The entries of a session in a store, each under its own key, so that several pages share a store without a lock. A
 * page adopts the entries of all pages: an entry that two pages send has one key, and is carried out once.
 */
export class Journal {
    constructor(store, session, maxAge, onFull) {
        this.store = store;
        this.maxAge = maxAge;
        this.onFull = onFull;
        this.last = 0;
        this.isFull = false;
        this.prefix = `navstate:${session}:`;
    }
    /** The entries of earlier pages and of other ones, oldest first. */
    adopt() {
        const texts = this.store.keys().filter(key => key.startsWith(this.prefix)).map(key => this.store.get(key));
        const entries = texts.flatMap(text => (text ? [JSON.parse(text)] : []));
        entries.sort((one, other) => one.order - other.order);
        this.last = entries[entries.length - 1]?.order ?? 0;
        return entries.map(stored => entryOf(stored, stored.isSent));
    }
    create(path, action) {
        const at = Date.now();
        this.last = Math.max(at, this.last + 1);
        return entryOf({ key: randomKey(), order: this.last, at, path, action, isSent: false, ids: [] });
    }
    keep({ key, order, at, path, action, isSent, ids }) {
        const stored = { key, order, at, path, action, isSent, ids };
        try {
            this.store.set(this.prefix + key, JSON.stringify(stored));
            this.isFull = false;
        }
        catch (error) {
            if (!this.isFull)
                this.onFull(new NavstateProblem("storage-full", `Changes do not survive a reload: ${error}`));
            this.isFull = true;
        }
    }
    forget(entry) {
        this.store.remove(this.prefix + entry.key);
    }
    /** Milliseconds until an entry is too old to be sent; negative if it is. A clock that was set back counts as well. */
    remaining(entry) {
        return this.maxAge - Math.abs(Date.now() - entry.at);
    }
}
