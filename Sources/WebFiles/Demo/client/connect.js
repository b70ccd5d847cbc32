import { Backoff } from "./backoff.js";
import { randomKey } from "./entry.js";
import { Http } from "./http.js";
import { Nav } from "./nav.js";
import { noPredictor } from "./prediction/predictor.js";
import { NavstateProblem, problemFor } from "./problem.js";
import { defaultStore } from "./store.js";
const hour = 3600000;
const takenText = "Another session has this key. Pass a code of its `handoff`, or its `session` and `token`.";
export async function connect(options) {
const { url, name, maxAge = hour, poll = typeof ReadableStream === "undefined", store = defaultStore() } = options;
const http = new Http(url.replace(/\/+$/, ""), options.fetch ?? globalThis.fetch.bind(globalThis), options.token);
const creation = randomKey();
const { session, rules } = await patiently(options.timeout ?? 15000, async () => {
const session = await open(http, options, store, creation);
if (!session.navigation)
throw new NavstateProblem("bad-answer", "The answer is not one of Navstate.");
return { session, rules: await rulesOf(http, session, options) };
});
const rulesFor = (appVersion) => rulesOf(http, { ...session, appVersion }, options);
return new Nav({
http, session, rules, rulesFor, store, maxAge: Math.min(maxAge, 23 * hour), polls: poll, name,
});
}
async function patiently(timeout, attempt) {
const backoff = new Backoff();
const end = performance.now() + timeout;
for (;;) {
try {
return await attempt();
}
catch (error) {
const problem = problemFor(error);
if (!problem.isTemporary || performance.now() >= end)
throw problem;
await backoff.pause(problem, end - performance.now());
}
}
}
async function open(http, options, store, creation) {
const { app, key, session, handoff, url } = options;
if (session)
return http.json("GET", `/v1/sessions/${session}`, { timeout: options.timeout });
const places = [handoff, app && `${app}:${key}`].filter(name => name).map(name => `navstate:joined:${url}:${name}`);
const known = store.get(places[0]);
const former = known ? await rejoin(http, JSON.parse(known), options) : undefined;
if (former)
return former;
const remember = (known) => {
http.token = known.token ?? http.token;
try {
places.forEach(place => store.set(place, JSON.stringify(known)));
}
catch { }
};
return handoff ? trade(http, handoff, remember) : create(http, options, creation, remember);
}
async function rejoin(http, known, { timeout }) {
http.token = known.token ?? http.token;
try {
return await http.json("GET", `/v1/sessions/${known.session}`, { timeout });
}
catch (error) {
const { endsSession, code } = error;
if (!endsSession || code === "token-expired")
throw error;
http.reset();
return undefined;
}
}
async function create(http, options, creation, remember) {
const { app, version, key, labels, link, timeout } = options;
const body = { app, version, key, labels, url: link, ifExists: key && "return" };
const headers = { "Idempotency-Key": creation };
const session = await http.json("POST", "/v1/sessions", { body, headers, timeout });
const { id, token } = session;
const isOpen = !key || token || !http.token || await rejoin(http, { session: id }, options);
if (!isOpen)
throw new NavstateProblem("key-taken", takenText, 409);
remember({ session: id, token });
return session;
}
async function trade(http, code, remember) {
const { session, token } = await http.json("POST", "/v1/handoffs", { body: { code } });
remember({ session, token });
return http.json("GET", `/v1/sessions/${session}`);
}
async function rulesOf(http, session, options) {
const { definition: given, maxTreeDepth, timeout } = options;
if (given === false)
return { predictor: noPredictor };
const isOf = (definition) => definition?.app === session.app && definition.version === session.appVersion && definition.root !== undefined;
const definition = isOf(given) ? given : await http.json("GET", `/v1/sessions/${session.id}/app`, { timeout })
.catch((problem) => { if (problem.isTemporary)
throw problem; });
const role = definition?.role;
if (!isOf(definition))
return { predictor: noPredictor, role };
const { DefinitionPredictor } = await import("./prediction/predict.js");
return { predictor: new DefinitionPredictor(definition, maxTreeDepth ?? definition.maxTreeDepth ?? 20), role };
}
