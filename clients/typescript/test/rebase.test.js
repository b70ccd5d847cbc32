import assert from "node:assert/strict"
import { after, before, beforeEach, afterEach, test } from "node:test"
import { MemoryStore } from "../dist/index.js"
import { applyPlan } from "../dist/plan.js"
import { kiosk } from "./apps.js"
import { Proxy } from "./proxy.js"
import { Random } from "./random.js"
import { Server, bare, connect, until } from "./server.js"

let server, proxy, nav, store
before(async () => {
  server = await Server.start()
  await server.define(kiosk)
})
after(() => server.stop())
beforeEach(async () => {
  proxy = await Proxy.start(server.url, new Random(1), 0)
  store = new MemoryStore()
  nav = await connect({ url: proxy.url, app: "kiosk", store })
  await until(nav, nav => nav.connection === "live")
})
afterEach(async () => {
  nav.close()
  await proxy.stop()
})

const routes = client => client.screens.map(screen => screen.route)
const other = () => server.call("POST", `/v1/sessions/${nav.session}/push`, { route: "dish", params: { id: "rice" } })

test("A prediction is visible within the call, before its request is sent", async () => {
  const order = []
  const sent = (url, options) => {
    if (url.endsWith("/actions")) order.push("sent")
    return fetch(url, options)
  }
  const client = await connect({ url: proxy.url, app: "kiosk", store: new MemoryStore(), fetch: sent })
  client.subscribe(({ predicted, steps }) => order.push(predicted ? `${steps[0].step} of ${routes(client)}` : "later"))
  const pushed = client.push("dish", { id: "soup" })
  order.push("returned")
  await pushed
  assert.deepEqual(order.filter(item => item !== "later"), ["push of menu,dish", "returned", "sent"])
})

test("A confirmed prediction changes the id of the screen, not its key, and has no steps", async () => {
  nav.push("dish", { id: "soup" })
  const { id, key } = nav.current
  const changes = []
  nav.subscribe(change => changes.push(change))
  await until(nav, nav => nav.pending.length === 0)
  assert.equal(id, key)
  assert.equal(nav.current.key, key)
  assert.match(nav.current.id, /^a\d+$/)
  assert.deepEqual(changes.map(({ confirmed, steps }) => [confirmed, steps]), [[true, []]])
})

test("Actions without a network are visible at once, may name predicted screens, and are sent later", async () => {
  proxy.pause()
  nav.push("dish", { id: "soup" })
  const { id } = nav.current
  nav.push("dish", { id: "rice" })
  nav.setParams({ size: "large" }, { source: id })
  assert.equal(nav.pending.length, 3)
  assert.equal(nav.screens[1].params.size, "large")
  await until(nav, nav => nav.connection === "offline")
  proxy.resume()
  await until(nav, nav => nav.pending.length === 0)
  const state = await server.read(nav.session)
  assert.deepEqual(bare(nav.navigation), state.navigation)
  assert.equal(state.navigation.screens[1].params.size, "large")
  assert.equal(state.revision, 4)
})

test("A revision of another client makes the client repeat its predictions", async () => {
  proxy.pause()
  nav.push("dish", { id: "soup" })
  await other()
  proxy.resume()
  await until(nav, nav => nav.pending.length === 0)
  assert.deepEqual(nav.screens.map(({ params }) => params.id), [undefined, "rice", "soup"])
})

test("An action that no longer applies is rolled back with the server's problem", async () => {
  await nav.push("dish", { id: "soup" })
  proxy.pause()
  const popped = nav.pop()
  assert.deepEqual(routes(nav), ["menu"])
  await server.call("POST", `/v1/sessions/${nav.session}/popToRoot`)
  const rolledBack = []
  nav.subscribe(change => rolledBack.push(...change.rolledBack))
  proxy.resume()
  await assert.rejects(popped, { code: "nothing-to-pop", status: 409 })
  assert.deepEqual(rolledBack.map(({ action, problem }) => [action.type, problem.code]), [["pop", "nothing-to-pop"]])
})

test("The steps of all changes convert the first screens into the last ones", async () => {
  let shown = bare(nav.navigation)
  const ids = new Map()
  nav.subscribe(({ steps }) => { shown = bare(applyPlan(shown, steps)) })
  const asShown = tree => JSON.parse(JSON.stringify(tree), (name, value) => ids.get(value) ?? value)
  nav.push("dish", { id: "soup" })
  await other()
  nav.present("help")
  nav.dismiss()
  await until(nav, nav => nav.pending.length === 0 && nav.revision === 5)
  nav.screens.forEach(({ id, key }) => ids.set(id, key))
  const routesOf = tree => tree.screens.map(({ route, params }) => [route, params])
  assert.deepEqual(routesOf(shown), routesOf(asShown(nav.navigation)))
})

test("No prediction is made after an action whose effect on the navigation is unknown", async () => {
  proxy.pause()
  nav.open("/dish/rice")
  nav.push("dish", { id: "soup" })
  assert.deepEqual(routes(nav), ["menu"])
  proxy.resume()
  await until(nav, nav => nav.pending.length === 0)
  assert.deepEqual(routes(nav), ["menu", "dish", "dish"])
})

test("A state without a network is visible at once, merged, and does not delay the prediction of what follows", async () => {
  await nav.actions.setState({ state: { text: "a", size: { s: 1, m: 2 } } })
  await until(nav, nav => nav.revision === 2)
  proxy.pause()
  const { id } = nav.current
  nav.setState({ size: { s: null }, note: "b" })
  assert.deepEqual(nav.current.state, { text: "a", size: { m: 2 }, note: "b" })
  nav.push("dish", { id: "soup" })
  nav.setState({ text: "c" }, { source: id })
  assert.deepEqual([routes(nav), nav.screens[0].state.text], [["menu", "dish"], "c"])
  proxy.resume()
  await until(nav, nav => nav.pending.length === 0)
  assert.deepEqual(bare(nav.navigation), (await server.read(nav.session)).navigation)
})

test("A state that the server refuses is taken back, and later predictions stay", async () => {
  const menu = { state: { guests: 2 }, schema: { properties: { guests: { type: "integer" } } } }
  await server.define({ ...kiosk, app: "form", routes: { ...kiosk.routes, menu } })
  const client = await connect({ url: proxy.url, app: "form", store: new MemoryStore() })
  proxy.pause()
  const refused = client.setState({ guests: "two" })
  client.push("dish", { id: "soup" })
  assert.deepEqual([client.screens[0].state, client.screens.length], [{ guests: "two" }, 2])
  assert.equal(client.can({ type: "setState", state: {} }), undefined)
  proxy.resume()
  await assert.rejects(refused, { code: "bad-state", status: 422 })
  await until(client, client => client.pending.length === 0)
  assert.deepEqual([client.screens[0].state, client.screens.length], [{ guests: 2 }, 2])
  assert.equal(client.can({ type: "popToRoot" }), true)
})

test("A state that the app closes to clients is not predicted, but what follows is", async () => {
  const closed = { clients: { setState: false } }
  for (const definition of [{ ...kiosk, ...closed }, { ...kiosk, routes: { ...kiosk.routes, menu: closed } }]) {
    const client = await connect({ url: proxy.url, app: "kiosk", store: new MemoryStore(), definition })
    proxy.pause()
    client.setState({ note: "a" })
    assert.deepEqual(client.current.state, {})
    client.push("dish", { id: "soup" })
    assert.equal(client.screens.length, 2)
    proxy.resume()
    await until(client, client => client.pending.length === 0)
  }
})

test("An action of the app delays no prediction unless it may change the navigation, or make its source again", async () => {
  proxy.pause()
  nav.actions.addGuest({ n: 1 })
  nav.push("dish", { id: "soup" })
  assert.deepEqual(routes(nav), ["menu", "dish"])
  nav.actions.addGuest({ n: 1 }, { source: nav.screens[0].id, ifGone: "reopen" })
  nav.push("dish", { id: "rice" })
  assert.deepEqual(routes(nav), ["menu", "dish"])
  proxy.resume()
  await until(nav, nav => nav.pending.length === 0)
  assert.equal(nav.screens.length, 3)
})

test("The queue survives a reload, and each action is performed once", async () => {
  proxy.pause()
  nav.push("dish", { id: "soup" })
  nav.actions.addGuest({ n: 1 })
  nav.close()
  proxy.resume()
  nav = await connect({ url: proxy.url, app: "kiosk", store })
  await until(nav, nav => nav.pending.length === 0)
  assert.deepEqual([routes(nav), nav.data], [["menu", "dish"], { guests: 1 }])
  assert.deepEqual(store.keys().filter(key => !key.includes("joined")), [])
})

test("Two pages with a shared queue perform each action once", async () => {
  proxy.pause()
  for (let n = 0; n < 5; n++) nav.actions.addGuest({ n: 1 })
  const joined = { url: server.url, session: nav.session, store }
  const second = await connect(joined)
  assert.equal(second.pending.length, 5)
  proxy.resume()
  for (const client of [nav, second]) await until(client, client => client.pending.length === 0)
  assert.deepEqual((await server.read(nav.session)).data, { guests: 5 })
})

test("Undo, redo, reported removals and the checks for allowed actions give the expected results", async () => {
  await nav.push("dish", { id: "soup" })
  await nav.undo()
  assert.deepEqual(routes(nav), ["menu"])
  await nav.redo()
  const { id } = nav.current
  assert.deepEqual([nav.can({ type: "pop" }), nav.can({ type: "dismiss" })], [true, false])
  assert.equal(nav.can({ type: "push", route: "order" }), undefined)
  await nav.reportRemoved(id)
  assert.equal((await nav.reportRemoved(id)).changed, false)
  assert.ok((await nav.available()).some(({ action, allowed }) => action.type === "goBack" && !allowed))
})

test("A definition that gave a wrong prediction is no longer used", async () => {
  const dish = { ...kiosk.routes.dish, initialParams: { size: "s" } }
  const definition = { ...kiosk, routes: { ...kiosk.routes, dish } }
  const client = await connect({ url: proxy.url, app: "kiosk", store: new MemoryStore(), definition })
  assert.equal(client.can({ type: "popToRoot" }), false)
  await client.push("dish", { id: "soup" })
  assert.deepEqual(client.current.params, { id: "soup" })
  assert.equal(client.can({ type: "popToRoot" }), undefined)
  client.pop()
  assert.equal(client.screens.length, 2)
})

test("A revision that arrives before the response to its action does not duplicate the prediction", async () => {
  let release
  const answered = new Promise(resolve => { release = resolve })
  const late = async (url, options) => {
    const response = await fetch(url, options)
    if (url.endsWith("/actions")) await answered
    return response
  }
  const options = { url: server.url, session: nav.session, store: new MemoryStore() }
  const client = await connect({ ...options, fetch: late })
  await until(client, client => client.connection === "live")
  const counts = []
  client.subscribe(() => counts.push(client.screens.filter(({ params }) => params.id === "soup").length))
  client.push("dish", { id: "soup" })
  await until(nav, nav => nav.revision === 2)
  await other()
  await until(nav, nav => nav.revision === 3)
  release()
  await until(client, client => client.revision === 3)
  assert.deepEqual([...new Set(counts)], [1])
  assert.deepEqual(bare(client.navigation), bare(nav.navigation))
})
