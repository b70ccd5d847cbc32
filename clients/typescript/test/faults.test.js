import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { MemoryStore, NavstateProblem } from "../dist/index.js"
import { Http } from "../dist/http.js"
import { problemOf } from "../dist/problem.js"
import { kiosk } from "./apps.js"
import { Proxy } from "./proxy.js"
import { Random } from "./random.js"
import { Server, admin, connect, freePort, until } from "./server.js"

let open, closed, key
before(async () => {
  open = await Server.start()
  await open.define(kiosk)
  closed = await Server.start({ isOpen: false })
  await closed.define(kiosk)
  key = (await closed.call("POST", "/v1/apps/kiosk/keys", { name: "web" })).key
})
after(() => Promise.all([open.stop(), closed.stop()]))

const join = options => connect({ url: open.url, app: "kiosk", store: new MemoryStore(), ...options })
const problem = (code, status) => error => {
  assert.ok(error instanceof NavstateProblem, `${error}`)
  assert.deepEqual([error.code, error.status], [code, status])
  return true
}

test("Connecting fails with `unreachable` if no server listens", async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  await assert.rejects(join({ url, timeout: 300 }), problem("unreachable", 0))
})

test("Connecting fails with `timeout` if the server accepts the connection and sends nothing", async t => {
  const { createServer } = await import("node:net")
  const silent = createServer(() => {}).listen(0, "127.0.0.1")
  t.after(() => silent.close())
  await new Promise(resolve => silent.once("listening", resolve))
  await assert.rejects(join({ url: `http://127.0.0.1:${silent.address().port}`, timeout: 300 }), problem("timeout", 0))
})

test("Connecting fails for an invalid token, app, version, handoff code or session", async () => {
  await assert.rejects(join({ url: closed.url, token: "wrong" }), error => [401, 403].includes(error.status))
  await assert.rejects(join({ app: "none" }), problem("unknown-app", 422))
  await assert.rejects(join({ version: 9 }), problem("unknown-app", 422))
  await assert.rejects(join({ handoff: "ABCD2345" }), problem("no-such-code", 404))
  await assert.rejects(join({ session: "s_none" }), problem("no-such-session", 404))
})

test("An app key creates a session whose token is stored for the next page", async () => {
  const store = new MemoryStore()
  const options = { url: closed.url, app: "kiosk", key: "table-1", token: key, store, definition: kiosk }
  const first = await connect(options)
  await first.push("dish", { id: "soup" })
  first.close()
  const second = await connect(options)
  assert.equal(second.session, first.session)
  await second.pop()
})

test("A handoff code lets another device join and act, but not undo", async () => {
  const first = await join({ url: closed.url, token: key, definition: kiosk })
  const { code } = await first.handoff("act", 60)
  const second = await connect({ url: closed.url, handoff: code, store: new MemoryStore() })
  await second.push("dish", { id: "soup" })
  await until(first, nav => nav.current.route === "dish")
  await assert.rejects(second.undo(), error => error.status === 403)
  assert.equal(second.connection, "live")
})

test("Replacing the token of a session ends the client and rejects its actions", async () => {
  const nav = await join({ url: closed.url, token: key })
  await until(nav, nav => nav.connection === "live")
  await closed.call("POST", `/v1/sessions/${nav.session}/token`)
  await assert.rejects(nav.push("dish", { id: "soup" }), problem("token-expired", 401))
  assert.equal(nav.connection, "refused")
  await assert.rejects(nav.pop(), problem("token-expired", 401))
})

/** A session with a token that has expired, and a function that makes another one. */
async function expiring() {
  const { id } = await closed.call("POST", "/v1/sessions", { app: "kiosk" })
  const renew = () => closed.call("POST", `/v1/sessions/${id}/tokens`, { role: "act", name: "phone" })
  const first = await renew()
  return { id, renew, first, expire: () => closed.call("DELETE", `/v1/sessions/${id}/tokens/${first.id}`) }
}

for (const poll of [false, true]) {
  test(`A client gets a new token when its own expires, and sends what waits (${poll ? "polls" : "stream"})`, async () => {
    const { id, renew, first, expire } = await expiring()
    const tokens = [first]
    let isReachable = true
    const token = async () => {
      if (!isReachable) throw new Error("no network")
      if (asked++ > 0) tokens.push(await renew())
      return tokens.at(-1).token
    }
    let asked = 0
    const nav = await join({ url: closed.url, session: id, token, poll })
    await until(nav, nav => nav.connection === "live")
    await nav.push("dish", { id: "soup" })
    isReachable = false
    await expire()
    const waiting = [nav.push("dish", { id: "rice" }), nav.push("dish", { id: "cake" })]
    await until(nav, nav => nav.connection === "offline")
    assert.deepEqual(nav.pending.length, 2)
    isReachable = true
    assert.deepEqual((await Promise.all(waiting)).map(({ revision }) => revision), [3, 4])
    await until(nav, nav => nav.connection === "live")
    assert.equal(nav.screens.length, 4)
    assert.equal(asked, 2)
    nav.close()
  })
}

test("Without a function, an expired token ends the client, and the next one sends what waited", async () => {
  const { id, renew, first, expire } = await expiring()
  const store = new MemoryStore()
  const nav = await join({ url: closed.url, session: id, token: first.token, store })
  await expire()
  await assert.rejects(nav.push("dish", { id: "soup" }), problem("token-expired", 401))
  assert.equal(nav.connection, "refused")
  await assert.rejects(join({ url: closed.url, session: id, token: first.token }), problem("token-expired", 401))
  const next = await join({ url: closed.url, session: id, token: (await renew()).token, store })
  await until(next, nav => nav.pending.length === 0)
  assert.equal(next.revision, 2)
})

for (const poll of [false, true]) {
  test(`Deleting the session closes the client (${poll ? "polls" : "stream"})`, async () => {
    const nav = await join({ poll })
    await until(nav, nav => nav.connection === "live")
    await open.call("DELETE", `/v1/sessions/${nav.session}`)
    await until(nav, nav => nav.connection === "closed")
    await assert.rejects(nav.pop(), problem("session-deleted", 0))
  })
}

/** A server in this process, whose answers to actions wait for `release`. */
function slowServer() {
  let release
  const held = new Promise(resolve => { release = resolve })
  const screens = [{ id: "a1", route: "menu", params: {}, state: {} }]
  const root = { id: "root", kind: "stack", selected: 0, screens, presented: [] }
  const session = { id: "s_1", app: "kiosk", appVersion: 1, revision: 1, navigation: root, data: {} }
  const answer = async (url, { method, signal }) => {
    if (method === "GET") return new Response(new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(": \n\n"))
        signal.addEventListener("abort", () => stream.close())
      },
    }))
    if (url.endsWith("/actions")) await held
    return Response.json(url.endsWith("/actions") ? { revision: 1, changed: false, outputs: [] } : session)
  }
  return { release, answer }
}

test("A poll that waits while the session is deleted closes the client, also without the right to know of it", async () => {
  const gone = () => Response.json({ code: "session-deleted", detail: "Deleted." }, { status: 404 })
  const deleted = (url, options) => (options.headers.Prefer === "wait=25" ? gone() : fetch(url, options))
  const nav = await join({ poll: true, fetch: async (...call) => deleted(...call) })
  await until(nav, nav => nav.connection === "closed")
  await assert.rejects(nav.pop(), problem("session-deleted", 0))
})

test("A client says that it is connecting while an action waits for long, although the stream is live", async t => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] })
  const { release, answer } = slowServer()
  const nav = await join({ fetch: answer, definition: false })
  await until(nav, nav => nav.connection === "live")
  const pushed = nav.push("dish", { id: "soup" })
  t.mock.timers.tick(4_999)
  assert.equal(nav.connection, "live")
  t.mock.timers.tick(1)
  assert.equal(nav.connection, "connecting")
  release()
  await pushed
  assert.equal(nav.connection, "live")
})

test("A pause that a server requests in seconds is kept, and one until a date is ignored", () => {
  const pause = field => problemOf(503, '{"code":"unavailable","detail":""}', field).retryAfter
  assert.deepEqual(["7", "Wed, 21 Oct 2026 07:28:00 GMT", null].map(pause), [7, 0, 0])
})

test("A full store is reported once, and the actions are sent", async () => {
  const store = new MemoryStore()
  store.set = () => { throw new Error("QuotaExceededError") }
  const nav = await join({ store })
  const problems = []
  nav.subscribe(change => change.problem && problems.push(change.problem.code))
  await nav.push("dish", { id: "soup" })
  await nav.pop()
  assert.deepEqual(problems, ["storage-full"])
})

test("An action that is too old expires, also after the clock was set back", async t => {
  const proxy = await Proxy.start(open.url, new Random(1), 0)
  t.after(() => proxy.stop())
  const nav = await join({ url: proxy.url, maxAge: 400 })
  proxy.pause()
  await assert.rejects(nav.push("dish", { id: "soup" }), problem("expired", 0))
  const { now } = Date
  t.after(() => { Date.now = now })
  Date.now = () => now() + 86_400_000
  const late = nav.push("dish", { id: "soup" })
  Date.now = now
  proxy.resume()
  await assert.rejects(late, problem("expired", 0))
  assert.equal((await open.read(nav.session)).revision, 1)
})

test("An answered action resolves while its revision cannot be read", async () => {
  let isCut = false
  const cut = (url, options) =>
    isCut && options.method === "GET" ? Promise.reject(new TypeError("cut")) : fetch(url, options)
  const nav = await join({ fetch: cut, poll: true })
  await until(nav, nav => nav.connection === "live")
  isCut = true
  await open.call("POST", `/v1/sessions/${nav.session}/addGuest`, { n: 1 })
  await until(nav, nav => nav.connection === "offline")
  assert.equal((await nav.push("dish", { id: "soup" })).revision, 3)
  assert.deepEqual([nav.revision, nav.current.route, nav.pending.length], [1, "dish", 1])
  isCut = false
  await until(nav, nav => nav.pending.length === 0)
  assert.equal(nav.revision, 3)
})

test("An action that names a predicted screen expires while that screen is not confirmed", async t => {
  let isCut = false
  const cut = (url, options) =>
    isCut && options.method === "GET" ? Promise.reject(new TypeError("cut")) : fetch(url, options)
  const nav = await join({ fetch: cut, poll: true, maxAge: 60_000 })
  await until(nav, nav => nav.connection === "live")
  isCut = true
  await open.call("POST", `/v1/sessions/${nav.session}/addGuest`, { n: 1 })
  await until(nav, nav => nav.connection === "offline")
  const { now } = Date
  const start = now()
  t.after(() => { Date.now = now })
  Date.now = () => start
  const pushed = nav.push("dish", { id: "soup" })
  const set = nav.setParams({ size: "large" }, { source: nav.current.id })
  assert.equal((await pushed).changed, true)
  // For a while its age is the limit, which it may have.
  let readings = 0
  Date.now = () => start + (readings++ < 20 ? 60_000 : 60_001)
  await assert.rejects(set, problem("expired", 0))
})

test("Connecting fails if the response is not one of Navstate, or if the URL is invalid", async t => {
  const { createServer } = await import("node:http")
  let body
  const other = createServer((_, response) => response.end(body)).listen(0, "127.0.0.1")
  t.after(() => other.close())
  await new Promise(resolve => other.once("listening", resolve))
  const url = `http://127.0.0.1:${other.address().port}`
  for (body of ["<!doctype html>", "{}", '{"id": "s_1"}']) {
    await assert.rejects(join({ url, timeout: 300 }), problem("bad-answer", 0))
  }
  await assert.rejects(join({ url: "no address", timeout: 300 }), problem("unreachable", 0))
})

test("Closing the client rejects pending and later actions", async t => {
  const proxy = await Proxy.start(open.url, new Random(1), 0)
  t.after(() => proxy.stop())
  const nav = await join({ url: proxy.url })
  proxy.pause()
  const pushed = nav.push("dish", { id: "soup" })
  nav.close()
  await assert.rejects(pushed, problem("closed", 0))
  await assert.rejects(nav.pop(), problem("closed", 0))
})

test("Actions above the rate limit are retried and take effect", async t => {
  const limited = await Server.start({ options: ["--max-action-rate", 2, "--max-action-burst", 2] })
  t.after(() => limited.stop())
  await limited.define(kiosk)
  const nav = await join({ url: limited.url })
  await Promise.all(Array.from({ length: 4 }, () => nav.actions.addGuest({ n: 1 })))
  assert.deepEqual(nav.data, { guests: 4 })
})

test("The administrator's token creates a session", async () => {
  const nav = await join({ url: closed.url, token: admin })
  await nav.push("dish", { id: "soup" })
})

/** A JWT as a client sees it: only the server checks the signature. */
const jwt = (exp, name = "") =>
  `e30.${Buffer.from(JSON.stringify({ sub: `ü?>${name}`, exp: exp / 1000 })).toString("base64url")}.signature`

test("A JWT is replaced 30 seconds before it expires, and a failed replacement is attempted again later", async t => {
  t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 })
  const expiry = 1_600_000
  let next = () => jwt(expiry)
  let [asked, sent] = [0, []]
  const source = async () => { asked += 1; return next() }
  const fetch = async (_, { headers }) => {
    sent.push(headers.Authorization.slice("Bearer ".length))
    return new Response("{}")
  }
  const http = new Http("http://127.0.0.1", fetch, source)
  const request = () => Promise.all([http.json("GET", "/"), http.json("GET", "/")])
  const after = async time => {
    t.mock.timers.setTime(time)
    sent = []
    await request()
    return asked
  }
  assert.equal(await after(1_000_000), 1)
  assert.equal(await after(expiry - 30_001), 1)
  next = () => { throw new Error("no network") }
  assert.equal(await after(expiry - 30_000), 2)
  assert.deepEqual(sent, [jwt(expiry), jwt(expiry)])
  assert.equal(await after(expiry - 15_001), 2)
  next = () => jwt(expiry + 600_000, "second")
  assert.equal(await after(expiry - 15_000), 3)
  assert.deepEqual(sent, [next(), next()])
  assert.equal(await after(expiry), 3)
})

for (const [name, token] of Object.entries({
  "that has expired by the device's clock": jwt(999_999), "without `exp`": "e30.e30.e30", "of a session": "t.~.x",
  "whose `exp` is no number": `e30.${btoa('{"exp": "soon"}')}.e30`,
})) {
  test(`A token ${name} is kept until the server refuses it`, async t => {
    t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 })
    let asked = 0
    const http = new Http("http://127.0.0.1", async () => new Response("{}"), () => { asked += 1; return token })
    for (let request = 0; request < 3; request++) await http.json("GET", "/")
    t.mock.timers.setTime(9_000_000)
    await http.json("GET", "/")
    assert.equal(asked, 1)
  })
}
