import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { MemoryStore } from "../dist/index.js"
import { kiosk } from "./apps.js"
import { Server, connect, until } from "./server.js"

const next = {
  ...kiosk, version: 2, migrate: { 1: { routes: { dish: "meal" } } },
  root: { kind: "stack", routes: ["menu", "meal", "order"], initial: "menu" },
  routes: { ...kiosk.routes, dish: undefined, meal: kiosk.routes.dish },
}
let server
before(async () => {
  server = await Server.start()
  await server.define(kiosk)
  await server.define(next)
})
after(() => server.stop())

for (const poll of [false, true]) {
  test(`After a migration, a client predicts by the rules of the new version (${poll ? "polls" : "stream"})`, async () => {
    const nav = await connect({ url: server.url, app: "kiosk", version: 1, store: new MemoryStore(), poll })
    const versions = []
    nav.subscribe(({ appVersion }) => versions.push(appVersion))
    await nav.push("dish", { id: "soup" })
    assert.deepEqual([nav.snapshot.appVersion, nav.can({ type: "push", route: "meal", params: { id: "rice" } })], [1, false])
    await server.call("POST", "/v1/apps/kiosk/migrations", { from: 1, to: 2, sessions: [nav.session] })
    await until(nav, nav => nav.can({ type: "push", route: "meal", params: { id: "rice" } }) === true)
    assert.deepEqual([nav.snapshot.appVersion, nav.current.route], [2, "meal"])
    const pushed = nav.push("meal", { id: "rice" })
    assert.equal(nav.current.params.id, "rice")
    await pushed
    await nav.undo(2)
    await until(nav, nav => nav.can({ type: "push", route: "dish", params: { id: "rice" } }) === true)
    assert.deepEqual([...new Set(versions)], [1, 2])
    assert.equal(versions.at(-1), 1)
  })
}

test("A pending action is predicted again by the rules of the new version", async () => {
  const busy = (url, options) => url.endsWith("/actions")
    ? Promise.resolve(new Response('{"code": "server-busy", "detail": "Later."}', { status: 503 })) : fetch(url, options)
  const nav = await connect({ url: server.url, app: "kiosk", version: 1, store: new MemoryStore(), fetch: busy })
  await until(nav, nav => nav.connection === "live")
  nav.push("meal", { id: "rice" }).catch(() => {})
  assert.equal(nav.screens.length, 1)
  await server.call("POST", "/v1/apps/kiosk/migrations", { from: 1, to: 2, sessions: [nav.session] })
  await until(nav, nav => nav.screens.length === 2)
  assert.deepEqual([nav.current.route, nav.pending.length], ["meal", 1])
})

test("A client predicts by the rules of a version that it receives before the answer to its action", async () => {
  let answer
  const isMigrated = new Promise(resolve => { answer = resolve })
  const slow = async (url, options) => {
    const response = await fetch(url, options)
    if (url.endsWith("/actions")) await isMigrated
    else if ((await response.clone().text()).includes('"appVersion":2')) setTimeout(answer)
    return response
  }
  const nav = await connect({ url: server.url, app: "kiosk", version: 1, store: new MemoryStore(), poll: true, fetch: slow })
  await until(nav, nav => nav.connection === "live")
  const pushed = nav.push("dish", { id: "soup" })
  while ((await server.read(nav.session)).revision < 2) await new Promise(setImmediate)
  await server.call("POST", "/v1/apps/kiosk/migrations", { from: 1, to: 2, sessions: [nav.session] })
  await pushed
  await until(nav, nav => nav.can({ type: "push", route: "meal", params: { id: "rice" } }) === true)
  assert.equal(nav.appVersion, 2)
})
