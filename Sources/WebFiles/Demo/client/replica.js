import { difference } from "./difference.js";
import { withKeys } from "./keys.js";
import { applyPlan } from "./plan.js";
import { noPredictor } from "./prediction/predictor.js";
export const idMembers = ["source", "target", "id", "screen"];
export class Replica {
constructor(session, predictor, publish) {
this.predictor = predictor;
this.publish = publish;
this.pending = [];
this.held = [];
this.names = new Map();
this.keys = new Map();
this.lastOwn = 0;
this.made = 0;
this.prefix = `~new-${Math.random().toString(36).slice(2, 6)}`;
this.root = this.visible = withKeys(session.navigation, this.keys);
this.data = session.data;
this.revision = session.revision;
this.appVersion = session.appVersion;
}
use(predictor) {
this.predictor = predictor;
const before = this.visible;
this.visible = this.predictAll();
this.publish({ steps: difference(before, this.visible), predicted: true });
}
add(entry) {
this.pending.push(entry);
this.visible = this.predict(entry, this.visible, this.isCertain(this.pending.length - 1));
const steps = entry.prediction?.steps ?? [];
this.publish({ steps, predicted: steps.length > 0 });
}
translated({ action }) {
const known = (id) => this.names.get(id) ?? id;
const copy = { ...action };
for (const name of idMembers)
if (name in copy)
copy[name] = known(copy[name]);
if (Array.isArray(copy.confirmed))
copy.confirmed = copy.confirmed.map(known);
return copy;
}
receive(entry, receipt) {
entry.receipt = receipt;
entry.isInDoubt = false;
this.lastOwn = Math.max(this.lastOwn, receipt.revision);
this.release();
if (this.pending.includes(entry) && receipt.revision <= this.revision)
this.settle([entry], this.root, {});
}
refuse(entry, problem) {
entry.isInDoubt = false;
this.pending = this.pending.filter(other => other !== entry);
entry.reject(problem);
const before = this.visible;
this.visible = this.predictAll();
this.publish({ steps: difference(before, this.visible), rolledBack: [{ action: entry.action, problem }] });
this.release();
}
release() {
const held = this.held;
this.held = [];
held.forEach(update => this.update(update));
}
update(update) {
const revision = "session" in update ? Infinity : update.revision;
const isOpen = this.pending.some(entry => entry.isInDoubt) && revision > this.lastOwn;
if (isOpen || this.held.length > 0) {
this.held.push(update);
return false;
}
if ("session" in update)
this.restart(update.session, update.isGap);
else if (update.revision > this.revision)
this.advance(update);
return true;
}
advance({ revision, plan, outputs, by = null, ...rest }) {
this.revision = revision;
if ("data" in rest)
this.data = rest.data;
if (rest.appVersion)
this.changeVersion(rest.appVersion);
const settled = this.pending.filter(entry => entry.receipt && entry.receipt.revision <= revision);
this.settle(settled, applyPlan(this.root, plan), { outputs, by }, plan);
}
restart(session, isGap) {
this.revision = session.revision;
this.data = session.data;
this.changeVersion(session.appVersion);
const isSettled = ({ receipt }) => receipt && (isGap || receipt.revision <= session.revision);
this.settle(this.pending.filter(isSettled), session.navigation, {});
}
changeVersion(version) {
if (version !== this.appVersion)
this.predictor = noPredictor;
this.appVersion = version;
}
settle(settled, next, change, plan) {
const shown = this.visible;
const isPlain = shown === this.root;
this.matchNames(settled, next, !!plan && settled.length === 1 && settled[0].receipt.changed);
this.root = withKeys(next, this.keys);
this.pending = this.pending.filter(entry => !settled.includes(entry));
this.visible = this.predictAll();
const steps = plan && isPlain && this.visible === this.root
? plan : difference(this.predictor.renamed(shown, this.names), this.visible);
settled.forEach(entry => entry.resolve(entry.receipt));
this.publish({ ...change, steps, confirmed: true });
}
matchNames(settled, next, isExact) {
const predicted = settled.map(({ prediction }) => prediction?.root).filter(root => root).pop();
if (!predicted)
return;
const names = new Map();
this.predictor.pair(predicted, next, names, isExact);
for (const [provisional, id] of names) {
this.names.set(provisional, id);
this.keys.set(id, provisional);
}
}
predictAll() {
return this.pending.reduce((root, entry, index) => this.predict(entry, root, this.isCertain(index)), this.root);
}
isCertain(index) {
return this.pending.slice(0, index).every(({ prediction, action, path }) => prediction || (path === "actions" && this.predictor.keepsNavigation(action)));
}
predict(entry, root, isCertain) {
let count = 0;
const makeID = () => {
if (count === entry.ids.length)
entry.ids.push(`${this.prefix}${++this.made}`);
return entry.ids[count++];
};
const canPredict = isCertain && !entry.isAdopted && entry.path === "actions";
entry.prediction = canPredict ? this.predictor.predict(root, this.translated(entry), makeID) : undefined;
return entry.prediction?.root ?? root;
}
}
