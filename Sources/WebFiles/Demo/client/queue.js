import { Backoff } from "./backoff.js";
import { isProvisional } from "./keys.js";
import { NavstateProblem } from "./problem.js";
import { idMembers } from "./replica.js";
export class Queue {
constructor(http, path, replica, journal, heard) {
this.http = http;
this.path = path;
this.replica = replica;
this.journal = journal;
this.heard = heard;
this.backoff = new Backoff();
this.closing = new AbortController();
this.wakeUp = () => { };
this.signals = 0;
}
async run() {
while (!this.closing.signal.aborted) {
const { pending } = this.replica;
const entry = pending.find(({ receipt }) => !receipt);
if (!entry)
await new Promise(resolve => { this.wakeUp = resolve; });
else if (entry === pending[0] || !this.nameOf(entry))
await this.attempt(entry);
else if (this.journal.remaining(entry) >= 0)
await this.backoff.pause({}, this.journal.remaining(entry));
else
this.refuse(entry, this.fault(entry));
}
}
wake() {
this.signals++;
this.wakeUp();
this.backoff.wake();
}
close() {
this.closing.abort();
this.wakeUp();
this.backoff.end();
}
refuseAll(problem) {
for (const entry of [...this.replica.pending])
this.refuse(entry, problem);
}
async attempt(entry) {
const fault = this.fault(entry);
if (fault)
return this.refuse(entry, fault);
const wasInDoubt = entry.isInDoubt;
const signals = this.signals;
try {
await this.send(entry);
}
catch (error) {
const problem = error;
if (this.closing.signal.aborted || !this.replica.pending.includes(entry))
return;
if (problem.endsSession)
return this.heard(problem);
if (!problem.isTemporary)
return this.refuse(entry, problem);
this.postpone(entry, wasInDoubt || problem.isUnanswered);
const isWoken = signals !== this.signals && !problem.retryAfter;
if (!isWoken)
await this.backoff.pause(problem, this.journal.remaining(entry));
}
}
async send(entry) {
entry.action = this.replica.translated(entry);
if (!entry.isSent) {
entry.isSent = true;
this.journal.keep(entry);
}
entry.isInDoubt = true;
const headers = { "Idempotency-Key": entry.key, Prefer: "return=minimal" };
const call = { body: bodyOf(entry), headers, signal: this.closing.signal };
const receipt = await this.http.json("POST", `${this.path}/${entry.path}`, call);
this.backoff.reset();
this.journal.forget(entry);
if (!this.replica.pending.includes(entry))
return;
this.replica.receive(entry, receipt);
this.heard();
}
postpone(entry, isInDoubt) {
entry.isInDoubt = isInDoubt;
if (!isInDoubt)
this.replica.release();
}
refuse(entry, problem) {
this.journal.forget(entry);
this.replica.refuse(entry, problem);
}
fault(entry) {
if (this.journal.remaining(entry) < 0) {
const outcome = entry.isSent ? "the server may have received it" : "it was not sent";
return new NavstateProblem("expired", `The action waited for longer than \`maxAge\`; ${outcome}.`);
}
const named = this.nameOf(entry);
return named ? new NavstateProblem("screen-gone", `The screen "${named}" was predicted, but not made.`) : undefined;
}
nameOf(entry) {
const action = this.replica.translated(entry);
return [...idMembers.map(name => action[name]), ...(action.confirmed ?? [])].find(isProvisional);
}
}
const bodyOf = ({ path, action: { type, ...members } }) => (path === "actions" ? { type, ...members } : members);
