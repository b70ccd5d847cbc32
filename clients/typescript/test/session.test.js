import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { MemoryStore, connect } from "../dist/index.js"
import { kiosk } from "./apps.js"
import { Server, bare, until } from "./server.js"

let server
before(async () => {
  server = await Server.start()
  await server.define(kiosk)
})
after(() => server.stop())

const open = options => connect({ url: server.url, app: "kiosk", store: new MemoryStore(), ...options })

test("an action resolves with the receipt when the state has it", async () => {
  const nav = await open()
  const receipt = await nav.push("dish", { id: "soup" })
  assert.deepEqual(receipt, { revision: 2, changed: true, outputs: [] })
  assert.deepEqual(nav.screens.map(screen => screen.route), ["menu", "dish"])
  assert.equal(nav.current.params.id, "soup")
  nav.close()
})

test("the app's own actions change the data", async () => {
  const nav = await open()
  await nav.actions.addGuest({ n: 2 })
  assert.deepEqual(nav.data, { guests: 2 })
  nav.close()
})

test("two clients of one key have one session, and see each other's changes", async () => {
  const [one, other] = [await open({ key: "table-7" }), await open({ key: "table-7" })]
  assert.equal(one.session, other.session)
  await one.push("dish", { id: "soup" })
  await until(other, nav => nav.revision === 2)
  assert.deepEqual(other.screens.map(screen => screen.route), ["menu", "dish"])
  one.close()
  other.close()
})

test("a client with long polls sees changes and makes them", async () => {
  const [one, other] = [await open({ key: "polled" }), await open({ key: "polled", poll: true })]
  await one.push("dish", { id: "soup" })
  await until(other, nav => nav.revision === 2)
  await other.push("dish", { id: "rice" })
  await until(one, nav => nav.revision === 3)
  assert.deepEqual(bare(one.navigation), bare(other.navigation))
  one.close()
  other.close()
})

test("a refused action rejects with the server's problem, and is told", async () => {
  const nav = await open()
  const changes = []
  nav.subscribe(change => changes.push(change))
  await assert.rejects(nav.push("order"), problem => {
    assert.equal(problem.name, "NavstateProblem")
    assert.deepEqual([problem.code, problem.status, problem.detail], ["guarded", 409, "Nobody has sat down."])
    return true
  })
  assert.equal(changes.flatMap(change => change.rolledBack)[0].action.route, "order")
  nav.close()
})
