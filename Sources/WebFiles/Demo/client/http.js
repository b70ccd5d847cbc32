import { NavstateProblem, problemFor, problemOf } from "./problem.js";
export class Http {
constructor(base, fetch, source) {
this.base = base;
this.fetch = fetch;
this.source = source;
this.renewalTime = Infinity;
this.reset();
}
get token() {
return this.current;
}
set token(token) {
this.current = token;
this.renewalTime = renewalTime(token);
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
const { source } = this;
if (typeof source !== "function")
return this.attempt(method, path, call);
if (this.token && Date.now() >= this.renewalTime)
await this.renew(source).catch(() => { });
const { token } = this;
try {
if (token)
return await this.attempt(method, path, call);
}
catch (problem) {
if (!problem.endsSession)
throw problem;
}
if (token === this.token)
await this.renew(source);
return this.attempt(method, path, call);
}
renew(source) {
return (this.renewal ?? (this.renewal = this.replaceToken(source)));
}
async replaceToken(source) {
try {
this.token = await source();
}
catch (error) {
this.renewalTime = renewalTime(this.current);
throw new NavstateProblem("no-new-token", `\`token\` has failed: ${error}.`);
}
finally {
this.renewal = undefined;
}
}
async attempt(method, path, { body, headers, signal }) {
const authorization = this.token && { Authorization: `Bearer ${this.token}` };
const content = body && { "Content-Type": "application/json" };
const fields = { ...headers, ...authorization, ...content };
const options = { method, headers: fields, signal, cache: "no-store", body: JSON.stringify(body) };
const response = await this.fetch(this.base + path, options);
if (response.ok || response.status === 304)
return response;
throw problemOf(response.status, await response.text(), response.headers.get("Retry-After"));
}
}
function renewalTime(token, now = Date.now()) {
try {
const payload = token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/");
const expiry = JSON.parse(atob(payload)).exp * 1000;
return expiry > now ? expiry - Math.min(30000, (expiry - now) / 2) : Infinity;
}
catch {
return Infinity;
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
