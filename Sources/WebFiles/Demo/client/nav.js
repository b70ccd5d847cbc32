import { Journal } from "./journal.js";
import { NavstateProblem } from "./problem.js";
import { Queue } from "./queue.js";
import { Replica } from "./replica.js";
import { Stream } from "./stream.js";
import { focusPath, focused, innermost, routePath } from "./tree.js";
/** A session of an app, kept in step with the server. */
export class Nav {
    constructor(parts) {
        this.parts = parts;
        this.listeners = new Set();
        this.state = "connecting";
        this.online = () => this.wake();
        const { http, session, predictor, store, maxAge, polls, name } = parts;
        this.session = session.id;
        this.path = `/v1/sessions/${session.id}`;
        this.replica = new Replica(session, predictor, change => this.publish(change));
        this.journal = new Journal(store, session.id, maxAge, problem => this.publish({ problem }));
        this.queue = new Queue(http, this.path, this.replica, this.journal, problem => this.heard(problem));
        this.stream = new Stream(http, this.path, this, polls, name);
        this.actions = new Proxy({}, {
            get: (_, type) => (args, options) => this.send({ ...args, ...options, type }),
        });
        this.journal.adopt().forEach(entry => this.replica.add(entry));
        globalThis.addEventListener?.("online", this.online);
        this.queue.run();
        this.stream.run();
    }
    // What is shown
    get snapshot() { return (this.shown ?? (this.shown = this.makeSnapshot())); }
    get navigation() { return this.snapshot.navigation; }
    get current() { return this.snapshot.current; }
    get screens() { return this.snapshot.screens; }
    get presented() { return this.snapshot.presented; }
    get data() { return this.snapshot.data; }
    get pending() { return this.snapshot.pending; }
    get connection() { return this.state; }
    get revision() { return this.replica.revision; }
    /** Calls a function after each change, and synchronously for predictions. Returns a function that ends it. */
    subscribe(listener) {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }
    // Actions
    push(route, ...[params, options]) {
        return this.send({ type: "push", route, params, ...options });
    }
    replace(route, ...[params, options]) {
        return this.send({ type: "replace", route, params, ...options });
    }
    switchTo(route, ...[params, options]) {
        return this.send({ type: "switchTo", route, params, ...options });
    }
    present(route, ...[params, options]) {
        return this.send({ type: "present", route, params, ...options });
    }
    navigate(route, params, options) {
        return this.send({ type: "navigate", route, params, ...options });
    }
    select(match, params, options) {
        return this.send({ type: "select", ...matching(match), params, ...options });
    }
    popTo(match, params, options) {
        return this.send({ type: "popTo", ...matching(match), params, ...options });
    }
    pop(options) { return this.send({ type: "pop", ...options }); }
    popToRoot(options) { return this.send({ type: "popToRoot", ...options }); }
    dismiss(options) { return this.send({ type: "dismiss", ...options }); }
    goBack(options) { return this.send({ type: "goBack", ...options }); }
    back(options) { return this.goBack(options); }
    setParams(params, options) {
        return this.send({ type: "setParams", params, ...options });
    }
    /** Opens a link, such as one of the address bar. */
    open(url, policy) { return this.send({ type: "route", url, policy }); }
    /** Tells that the user has removed a screen, such as by a swipe. */
    reportRemoved(id) { return this.send({ type: "remove", id, reported: true }); }
    undo(steps) { return this.add("undo", { type: "undo", steps }); }
    redo(steps) { return this.add("redo", { type: "redo", steps }); }
    /** Sends any action. Resolves with the receipt when the state has it; rejects with a `NavstateProblem`. */
    send(action) { return this.add("actions", action); }
    /** Whether an action would be accepted, if the definition decides that. */
    can(action) {
        const prediction = this.parts.predictor.predict(this.replica.visible, plain(action), () => "~");
        return prediction && !("refused" in prediction);
    }
    /** Asks the server which actions apply, and why others do not. */
    async available() {
        return (await this.parts.http.json("GET", `${this.path}/available`)).items;
    }
    /** The link to the current screen, if its route has a path. */
    async url() {
        return (await this.parts.http.json("GET", this.path)).current.url;
    }
    /** A code, valid once and for ten minutes, with which another device joins: `connect({ url, handoff: code })`. */
    async handoff(role = "act") {
        return this.parts.http.json("POST", `${this.path}/tokens`, { body: { role, once: true } });
    }
    /** Ends the connection. Pending promises reject; their actions stay in the store for the next connection. */
    close() {
        if (!this.end)
            this.finish("closed", new NavstateProblem("closed", "The client was closed."), true);
    }
    // The stream's listener
    /** @internal */
    update(update) {
        if (!this.replica.update(update))
            this.queue.wake();
    }
    /** @internal */
    connected(state, problem) {
        if (this.end)
            return;
        if (state === "refused")
            return this.finish(state, problem);
        if (state === "closed")
            return this.finish(state, new NavstateProblem("session-deleted", "It was deleted."));
        if (state === "live")
            this.queue.wake();
        if (state === this.state)
            return;
        this.state = state;
        this.publish({});
    }
    add(path, action) {
        if (this.end)
            return Promise.reject(this.end);
        const entry = this.journal.create(path, plain(action));
        this.replica.add(entry);
        this.journal.keep(entry);
        this.queue.wake();
        return entry.promise;
    }
    wake() {
        this.queue.wake();
        this.stream.wake();
    }
    /** The queue has an answer. */
    heard(problem) {
        if (problem)
            this.finish("refused", problem);
        else if (this.state !== "live")
            this.stream.wake();
    }
    finish(state, problem, keepsEntries = false) {
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
        const whole = { steps: [], predicted: false, confirmed: false, rolledBack: [], outputs: [], ...change };
        for (const listener of [...this.listeners])
            listener(whole);
    }
    makeSnapshot() {
        const { visible, data, pending, revision } = this.replica;
        const path = focusPath(visible);
        const stack = [...path].reverse().find(({ kind }) => kind === "stack") ?? visible;
        return {
            navigation: visible,
            current: { ...focused(innermost(visible)), path: routePath(visible) },
            screens: stack.screens,
            presented: path.flatMap(({ presented }) => presented),
            data, pending: pending.map(({ action }) => action), connection: this.state, revision,
        };
    }
}
const matching = (match) => (typeof match === "string" ? { route: match } : match);
/** An action as JSON has it: without absent members. */
const plain = (action) => JSON.parse(JSON.stringify(action));
