import { NavigationActions } from "./actions.js";
import { Journal } from "./journal.js";
import { NavstateProblem } from "./problem.js";
import { Queue } from "./queue.js";
import { Replica } from "./replica.js";
import { Stream } from "./stream.js";
import { focusPath, focused, innermost, routePath } from "./tree.js";
export class Nav extends NavigationActions {
constructor(parts) {
super();
this.parts = parts;
this.listeners = new Set();
this.state = "connecting";
this.line = "connecting";
this.online = () => {
this.queue.wake();
this.stream.wake();
};
this.subscribe = (listener) => {
this.listeners.add(listener);
return () => { this.listeners.delete(listener); };
};
const { http, session, rules, store, maxAge, polls, name } = parts;
this.rules = rules;
this.ruledVersion = session.appVersion;
this.session = session.id;
this.path = `/v1/sessions/${session.id}`;
this.replica = new Replica(session, rules.predictor, change => this.publish(change));
this.journal = new Journal(store, session.id, maxAge, problem => this.publish({ problem }));
this.queue = new Queue(http, this.path, this.replica, this.journal, problem => this.heard(problem));
this.stream = new Stream(http, this.path, this, polls, name);
this.journal.adopt().forEach(entry => this.replica.add(entry));
globalThis.addEventListener?.("online", this.online);
this.queue.run();
this.stream.run();
}
get snapshot() { return (this.shown ?? (this.shown = this.makeSnapshot())); }
get navigation() { return this.snapshot.navigation; }
get current() { return this.snapshot.current; }
get screens() { return this.snapshot.screens; }
get presented() { return this.snapshot.presented; }
get data() { return this.snapshot.data; }
get pending() { return this.snapshot.pending; }
get connection() { return this.state; }
get revision() { return this.replica.revision; }
get appVersion() { return this.replica.appVersion; }
undo(steps) { return this.add("undo", { type: "undo", steps }); }
redo(steps) { return this.add("redo", { type: "redo", steps }); }
amend(revision, action, { dryRun } = {}) {
if (dryRun)
return this.parts.http.json("POST", `${this.path}/amend?dryRun=1`, { body: { revision, action } });
return this.add("amend", { type: "amend", revision, action });
}
send(action) { return this.add("actions", action); }
can(action) {
const { role = "backend" } = this.rules;
if (role === "watch" || (role !== "backend" && this.replica.predictor.isForBackend(action)))
return false;
return this.isPossible(action);
}
isPossible(action) {
const { visible, predictor } = this.replica;
const prediction = predictor.predict(visible, plain(action), () => "~new-");
return prediction && (prediction.isRefused ? false : action.type === "setState" ? undefined : true);
}
async available() {
return (await this.parts.http.json("GET", `${this.path}/available`)).items;
}
async url() { return (await this.read()).current.url; }
read() { return this.parts.http.json("GET", this.path); }
get canGoBack() { return this.isPossible({ type: "goBack" }); }
get routes() { return this.replica.predictor.routes; }
async handoff(role = "act", expiresIn) {
return this.parts.http.json("POST", `${this.path}/tokens`, { body: { role, once: true, expiresIn } });
}
close() {
if (!this.end)
this.finish("closed", new NavstateProblem("closed", "The client was closed."), true);
}
update(update) {
const isTaken = this.replica.update(update);
this.queue.wake();
return isTaken;
}
connected(state, problem) {
if (this.end)
return;
if (state === "refused")
return this.finish(state, problem);
if (state === "closed")
return this.finish(state, new NavstateProblem("session-deleted", "It was deleted."));
if (state === "live")
this.queue.wake();
if (state === this.line)
return;
this.line = state;
this.resolveAnswered();
this.publish({});
}
async readRules(version) {
this.ruledVersion = version;
try {
const rules = await this.parts.rulesFor(version);
if (version !== this.appVersion)
return;
this.rules = rules;
this.replica.use(rules.predictor);
}
catch {
this.ruledVersion = 0;
}
}
watch() {
clearTimeout(this.timer);
if (this.end)
return;
const oldest = this.replica.pending.find(({ receipt }) => !receipt);
const left = oldest ? patience - Math.abs(Date.now() - oldest.at) : Infinity;
this.state = this.line === "live" && left <= 0 ? "connecting" : this.line;
if (left > 0 && left < Infinity)
this.timer = setTimeout(() => this.publish({}), left);
}
add(path, action) {
const entry = this.journal.create(path, plain(action));
if (this.end)
entry.reject(this.end);
else {
this.replica.add(entry);
this.journal.keep(entry);
this.queue.wake();
}
return entry.promise;
}
heard(problem) {
if (problem)
return this.finish("refused", problem);
if (this.line !== "live")
this.stream.wake();
this.resolveAnswered();
if (this.line !== this.state)
this.publish({});
}
resolveAnswered() {
if (this.line === "offline")
this.replica.pending.forEach(entry => entry.receipt && entry.resolve(entry.receipt));
}
finish(state, problem, keepsEntries = problem.code === "token-expired") {
this.end = problem;
this.state = state;
this.stream.close();
this.queue.close();
globalThis.removeEventListener?.("online", this.online);
if (keepsEntries)
this.replica.pending.forEach((entry) => entry.reject(problem));
else
this.queue.refuseAll(problem);
this.publish({ problem });
}
publish(change) {
this.shown = undefined;
this.watch();
if (this.ruledVersion !== this.appVersion && !this.end)
this.readRules(this.appVersion);
const { appVersion } = this;
const whole = { steps: [], predicted: false, confirmed: false, rolledBack: [], outputs: [], by: null, appVersion, ...change };
for (const listener of [...this.listeners]) {
try {
listener(whole);
}
catch (error) {
setTimeout(() => { throw error; });
}
}
}
makeSnapshot() {
const { visible, data, pending, revision, appVersion } = this.replica;
const path = focusPath(visible);
const stack = [...path].reverse().find(({ kind }) => kind === "stack") ?? visible;
return {
navigation: visible,
current: { ...focused(innermost(visible)), path: routePath(visible) },
screens: stack.screens,
presented: path.flatMap(({ presented }) => presented),
data, pending: pending.map(({ action }) => action), connection: this.state, revision,
appVersion,
};
}
}
const patience = 5000;
const plain = (action) => JSON.parse(JSON.stringify(action));
