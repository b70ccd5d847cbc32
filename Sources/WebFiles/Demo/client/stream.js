import { Backoff } from "./backoff.js";
import { events, textOf } from "./event-source.js";
import { problemFor } from "./problem.js";
const silence = 40000;
const beginning = 5000;
export class Stream {
constructor(http, path, listener, hasNoStreams, name) {
this.http = http;
this.path = path;
this.listener = listener;
this.hasNoStreams = hasNoStreams;
this.name = name;
this.backoff = new Backoff();
this.closing = new AbortController();
this.attempt = new AbortController();
this.wait = 0;
this.polls = hasNoStreams;
}
async run() {
while (!this.closing.signal.aborted) {
try {
const { polls } = this;
const isOver = await (polls ? this.poll() : this.listen());
if (isOver)
return this.listener.connected("closed");
if (polls || this.polls)
continue;
this.listener.connected("connecting");
await this.backoff.pause();
}
catch (error) {
if (this.closing.signal.aborted)
return;
const problem = problemFor(error);
this.listener.connected(problem.isTemporary ? "offline" : "refused", problem);
if (!problem.isTemporary)
return;
this.polls = this.hasNoStreams;
this.wait = 0;
await this.backoff.pause(problem);
}
}
}
close() {
this.closing.abort();
this.attempt.abort();
this.backoff.end();
}
wake() {
this.backoff.wake();
}
async listen() {
const attempt = (this.attempt = new AbortController());
const abort = () => attempt.abort();
let hasBegun = false;
let timer = setTimeout(abort, beginning);
const alive = () => {
clearTimeout(timer);
timer = setTimeout(abort, silence);
if (!hasBegun)
this.opened();
hasBegun = true;
};
try {
const name = this.name ? `&name=${encodeURIComponent(this.name)}` : "";
const path = `${this.path}/events?view=plan&after=${this.listener.revision}${name}`;
const headers = { Accept: "text/event-stream" };
const response = await this.http.open("GET", path, { headers, signal: attempt.signal });
if (response.status === 204)
return true;
this.polls = !response.body?.getReader;
if (this.polls)
return false;
return await this.read(response.body, alive);
}
catch (error) {
if (hasBegun || !attempt.signal.aborted || this.closing.signal.aborted)
throw error;
this.polls = true;
this.wait = 0;
return false;
}
finally {
clearTimeout(timer);
attempt.abort();
}
}
async read(body, alive) {
let isGap = false;
for await (const { event, data } of events(textOf(body, alive))) {
if (event === "closed")
return true;
if (event === "reset")
isGap = true;
if (event === "change")
this.listener.update(JSON.parse(data));
if (event === "snapshot")
this.listener.update({ session: JSON.parse(data), isGap });
}
return false;
}
async poll() {
const headers = { "If-None-Match": `"${this.listener.revision}"`, Prefer: `wait=${this.wait}` };
const call = { headers, signal: this.closing.signal, timeout: silence };
let session;
try {
session = await this.http.json("GET", this.path, call);
}
catch (problem) {
const { code } = problem;
if (code === "session-deleted")
return true;
if (code !== "no-such-session")
throw problem;
return (await this.http.open("GET", `${this.path}/events`, { signal: this.closing.signal })).status === 204;
}
this.opened();
const isGap = session?.revision < this.listener.revision;
if (session && !this.listener.update({ session, isGap }))
await this.backoff.pause();
return false;
}
opened() {
this.wait = 25;
this.backoff.reset();
this.listener.connected("live");
}
}
