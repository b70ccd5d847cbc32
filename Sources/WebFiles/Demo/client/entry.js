export function entryOf(stored, isAdopted = false) {
let settle;
const promise = new Promise((resolve, reject) => { settle = { resolve, reject }; });
promise.catch(() => { });
return { ...stored, isAdopted, isInDoubt: false, promise, ...settle };
}
export function randomKey() {
const empty = new Uint8Array(16);
const bytes = globalThis.crypto?.getRandomValues(empty) ?? empty.map(randomByte);
return Array.from(bytes, byte => byte.toString(36).padStart(2, "0")).join("");
}
const randomByte = () => Math.floor(Math.random() * 256);
