import { problemFor, problemOf } from "./problem.js";
export class Http {
constructor(base, fetch, token) {
this.base = base;
this.fetch = fetch;
this.token = token;
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
async open(method, path, { body, headers, signal }) {
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
