import { entryOf, randomKey } from "./entry.js";
import { NavstateProblem } from "./problem.js";
export class Journal {
constructor(store, session, maxAge, onFull) {
this.store = store;
this.maxAge = maxAge;
this.onFull = onFull;
this.last = 0;
this.isFull = false;
this.prefix = `navstate:${session}:`;
}
adopt() {
const keys = this.store.keys().filter(key => key.startsWith(this.prefix));
const entries = keys.map(key => JSON.parse(this.store.get(key)));
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
remaining(entry) {
return this.maxAge - Math.abs(Date.now() - entry.at);
}
}
