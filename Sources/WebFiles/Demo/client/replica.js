import { difference } from "./difference.js";
import { pair, renamed, withKeys } from "./pairing.js";
import { applyPlan } from "./plan.js";
/** The members of an action that name a screen or a container. */
export const idMembers = ["source", "target", "id", "screen"];
const prefix = () => `~${Math.random().toString(36).slice(2, 6)}`;
/** The confirmed state of a session, the pending changes, and what is shown: the pending ones over the confirmed. */
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
        this.prefix = prefix();
        this.root = this.visible = withKeys(session.navigation, this.keys);
        this.data = session.data;
        this.revision = session.revision;
    }
    // Own changes
    add(entry) {
        this.pending.push(entry);
        const before = this.visible;
        this.visible = this.predict(entry, before, this.isCertain(this.pending.length - 1));
        const { prediction } = entry;
        const steps = prediction && "steps" in prediction ? prediction.steps : [];
        this.publish({ steps, predicted: steps.length > 0 });
    }
    /** The action of an entry with the server's ids, as far as they are known. */
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
    /** The server has answered. */
    receive(entry, receipt) {
        entry.receipt = receipt;
        entry.isInDoubt = false;
        this.lastOwn = Math.max(this.lastOwn, receipt.revision);
        this.release();
        if (this.pending.includes(entry) && receipt.revision <= this.revision)
            this.settle([entry], this.root, {});
    }
    /** The server has refused, or the entry is given up. */
    refuse(entry, problem) {
        entry.isInDoubt = false;
        this.pending = this.pending.filter(other => other !== entry);
        entry.reject(problem);
        const before = this.visible;
        this.visible = this.predictAll();
        this.publish({ steps: difference(before, this.visible), rolledBack: [{ action: entry.action, problem }] });
        this.release();
    }
    /** Takes the updates that were held while it was unknown which of them is an own change. */
    release() {
        const held = this.held;
        this.held = [];
        held.forEach(update => this.update(update));
    }
    // Updates of the server
    /** Takes an update, unless it may be the revision of a change whose answer is not known. Returns whether it did. */
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
    advance({ revision, plan, outputs, ...rest }) {
        this.revision = revision;
        if ("data" in rest)
            this.data = rest.data;
        const settled = this.pending.filter(entry => entry.receipt && entry.receipt.revision <= revision);
        this.settle(settled, applyPlan(this.root, plan), { outputs }, plan);
    }
    restart(session, isGap) {
        this.revision = session.revision;
        this.data = session.data;
        const isSettled = ({ receipt }) => receipt && (isGap || receipt.revision <= session.revision);
        this.settle(this.pending.filter(isSettled), session.navigation, {});
    }
    /** Makes a tree the confirmed one, which includes some of the pending changes, and predicts the others again. */
    settle(settled, next, change, plan) {
        const shown = this.visible;
        const isPlain = shown === this.root;
        this.matchNames(settled, next);
        this.root = withKeys(next, this.keys);
        this.pending = this.pending.filter(entry => !settled.includes(entry));
        this.visible = this.predictAll();
        const steps = plan && isPlain && this.visible === this.root
            ? plan : difference(renamed(shown, this.names), this.visible);
        settled.forEach(entry => entry.resolve(entry.receipt));
        this.publish({ ...change, steps, confirmed: true });
    }
    matchNames(settled, next) {
        const roots = settled.flatMap(({ prediction }) => (prediction && "root" in prediction ? [prediction.root] : []));
        const predicted = roots[roots.length - 1];
        if (!predicted)
            return;
        const names = new Map();
        pair(predicted, next, names);
        for (const [provisional, id] of names) {
            this.names.set(provisional, id);
            this.keys.set(id, provisional);
        }
    }
    // Predictions
    predictAll() {
        return this.pending.reduce((root, entry, index) => this.predict(entry, root, this.isCertain(index)), this.root);
    }
    /** Whether the navigation before a pending change is known. */
    isCertain(index) {
        return this.pending.slice(0, index).every(({ prediction, action, path, isAdopted }) => prediction || (!isAdopted && path === "actions" && this.predictor.keepsNavigation(action)));
    }
    predict(entry, root, isCertain) {
        let count = 0;
        const makeID = () => { var _a, _b; return ((_a = entry.ids)[_b = count++] ?? (_a[_b] = `${this.prefix}${++this.made}`)); };
        const canPredict = isCertain && !entry.isAdopted && entry.path === "actions";
        entry.prediction = canPredict ? this.predictor.predict(root, this.translated(entry), makeID) : undefined;
        return entry.prediction && "root" in entry.prediction ? entry.prediction.root : root;
    }
}
