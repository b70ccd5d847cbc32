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
keys() { return Object.keys(this.storage); }
get(key) { return this.storage.getItem(key); }
set(key, value) { this.storage.setItem(key, value); }
remove(key) { this.storage.removeItem(key); }
}
export function defaultStore() {
try {
if (globalThis.localStorage)
return new WebStore(localStorage);
}
catch {
}
return new MemoryStore();
}
