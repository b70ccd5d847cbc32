import { NavstateProblem } from "./problem.js";
export class MemoryStore {
constructor() {
this.items = new Map();
}
keys() { return [...this.items.keys()]; }
get(key) { return this.items.get(key) ?? null; }
set(key, value) { this.items.set(key, value); }
remove(key) { this.items.delete(key); }
}
class WebStore {
constructor(storage) {
this.storage = storage;
}
keys() { return Array.from({ length: this.storage.length }, (_, index) => this.storage.key(index)); }
get(key) { return this.storage.getItem(key); }
set(key, value) { this.storage.setItem(key, value); }
remove(key) { this.storage.removeItem(key); }
}
export function defaultStore() {
try {
return new WebStore(globalThis.localStorage ?? missing());
}
catch {
return new MemoryStore();
}
}
const missing = () => { throw new NavstateProblem("no-storage", "There is no `localStorage`."); };
