import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { MemoryStore } from "../dist/index.js"
import { bindDevtools } from "../dist/devtools.js"
import { applyPlan } from "../dist/plan.js"
import { kiosk } from "./apps.js"
import { Proxy } from "./proxy.js"
import { Random } from "./random.js"
import { Server, bare, connect, until } from "./server.js"

let server, proxy
before(async () => {
  server = await Server.start({ options: ["--history-revisions", 5] })
  await server.define(kiosk)
  proxy = await Proxy.start(server.url, new Random(1), 0)
})
after(async () => {
  await proxy.stop()
  await server.stop()
})

const join = options => connect({ url: proxy.url, app: "kiosk", store: new MemoryStore(), ...options })
const push = (nav, id) => server.call("POST", `/v1/sessions/${nav.session}/push`, { route: "dish", params: { id } })

for (const poll of [false, true]) {
  test(`Missed revisions that were pruned arrive as steps to the current state, with poll: ${poll}`, async () => {
    const nav = await join({ poll })
    await until(nav, nav => nav.connection === "live")
    await nav.push("dish", { id: "soup" })
    let shown = bare(nav.navigation)
    nav.subscribe(({ steps }) => { shown = bare(applyPlan(shown, steps)) })
    const { key } = nav.current
    proxy.pause()
    for (let number = 0; number < 20; number++) await push(nav, `dish-${number}`)
    proxy.resume()
    await until(nav, nav => nav.revision === 22)
    const state = await server.read(nav.session)
    assert.deepEqual(bare(nav.navigation), state.navigation)
    assert.deepEqual(shown, state.navigation)
    assert.equal(nav.screens[1].key, key)
    nav.close()
  })
}

test("A stream contains line separators of Unicode", async () => {
  const nav = await join()
  await until(nav, nav => nav.connection === "live")
  await push(nav, "one\u2028two\u2029three")
  await until(nav, nav => nav.revision === 2)
  assert.equal(nav.current.params.id, "one\u2028two\u2029three")
})

test("An error in a listener does not affect the client", async t => {
  const nav = await join()
  const errors = []
  const { setTimeout } = globalThis
  t.after(() => { globalThis.setTimeout = setTimeout })
  globalThis.setTimeout = (run, ...rest) => (rest.length === 0 ? errors.push(run) : setTimeout(run, ...rest))
  const end = nav.subscribe(() => { throw new Error("of the listener") })
  await nav.push("dish", { id: "soup" })
  end()
  assert.ok(errors.length >= 2)
  assert.throws(errors[0], /of the listener/)
  assert.equal(nav.connection, "live")
})

test("A subscriber receives each output once", async () => {
  const app = { ...kiosk, app: "ringing", actions: { ring: { do: { emit: "rang", value: "1 + 1" } } } }
  await server.define(app)
  const nav = await join({ app: "ringing" })
  const outputs = []
  nav.subscribe(change => outputs.push(...change.outputs.map(({ name }) => name)))
  await nav.actions.ring()
  await nav.actions.ring()
  assert.deepEqual(outputs, ["rang", "rang"])
})

test("The DevTools receive each change", async () => {
  const nav = await join()
  const types = []
  const tools = { init: () => {}, send: ({ type }) => types.push(type) }
  const end = bindDevtools(nav, { connect: () => tools })
  await nav.push("dish", { id: "soup" })
  await nav.push("order").catch(() => {})
  end()
  assert.deepEqual(types.filter(type => type !== "connection"), ["predicted", "confirmed", "rolled back: guarded"])
})
