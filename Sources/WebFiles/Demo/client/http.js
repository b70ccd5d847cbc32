import { NavstateProblem, problemFor, problemOf } from "./problem.js";
export class Http {
constructor(base, fetch, source) {
this.base = base;
this.fetch = fetch;
this.source = source;
this.reset();
}
reset() {
this.token = typeof this.source === "string" ? this.source : undefined;
}
async json(method, path, call = {}) {
const timer = limited(call);
try {
const response = await this.open(method, path, { ...call, signal: timer.signal });
const text = await response.text();
return text ? JSON.parse(text) : undefined;
}
catch (error) {
throw problemFor(error, timer.signal);
}
finally {
timer.end();
}
}
async open(method, path, call) {
const { source, token } = this;
try {
if (token || typeof source !== "function")
return await this.attempt(method, path, call);
}
catch (problem) {
if (typeof source !== "function" || !problem.endsSession)
throw problem;
}
if (token === this.token)
await (this.renewal ?? (this.renewal = this.renew(source)));
return this.attempt(method, path, call);
}
async renew(source) {
try {
this.token = await source();
}
catch (error) {
throw new NavstateProblem("no-new-token", `\`token\` has failed: ${error}.`);
}
finally {
this.renewal = undefined;
}
}
async attempt(method, path, { body, headers, signal }) {
const authorization = this.token ? { Authorization: `Bearer ${this.token}` } : {};
const content = body ? { "Content-Type": "application/json" } : {};
const fields = { ...headers, ...authorization, ...content };
const options = { method, headers: fields, signal, cache: "no-store", body: JSON.stringify(body) };
const response = await this.fetch(this.base + path, options);
if (response.ok || response.status === 304)
return response;
throw problemOf(response.status, await response.text(), response.headers.get("Retry-After"));
}
}
function limited({ signal, timeout = 30000 }) {
const controller = new AbortController();
const abort = () => controller.abort();
signal?.addEventListener("abort", abort);
const timer = setTimeout(abort, timeout);
const end = () => {
clearTimeout(timer);
signal?.removeEventListener("abort", abort);
};
return { signal: controller.signal, end };
}
