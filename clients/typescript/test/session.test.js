import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { MemoryStore } from "../dist/index.js"
import { kiosk } from "./apps.js"
import { Server, bare, connect, until } from "./server.js"

let server
before(async () => {
  server = await Server.start()
  await server.define(kiosk)
})
after(() => server.stop())

const open = options => connect({ url: server.url, app: "kiosk", store: new MemoryStore(), ...options })

test("An action resolves with the receipt when the state includes it", async () => {
  const nav = await open()
  const receipt = await nav.push("dish", { id: "soup" })
  assert.deepEqual(receipt, { revision: 2, changed: true, outputs: [] })
  assert.deepEqual(nav.screens.map(screen => screen.route), ["menu", "dish"])
  assert.equal(nav.current.params.id, "soup")
})

test("An amendment makes an earlier change otherwise, and a dry run tells what it would do", async () => {
  const nav = await open()
  await nav.push("dish", { id: "soup" })
  await nav.setParams({ id: "rice" }, { source: nav.current.id })
  const dry = await nav.amend(2, { actions: [{ type: "push", route: "dish", params: { id: "tea" } }] }, { dryRun: true })
  // The dish is set again afterwards.
  assert.deepEqual([dry.revision, dry.replayed, dry.dropped], [4, 1, []])
  const receipt = await nav.amend(3, { type: "setParams", params: { id: "bread" } })
  assert.deepEqual([receipt.revision, receipt.replayed, receipt.dropped], [4, 0, []])
  assert.equal(nav.current.params.id, "bread")
})

test("The app's own actions change the data", async () => {
  const nav = await open()
  await nav.actions.addGuest({ n: 2 })
  assert.deepEqual(nav.data, { guests: 2 })
})

test("An argument of an own action is sent as it is, also one that is named `id` and begins with `~`", async () => {
  await server.define({
    app: "folders", version: 1, data: { home: "" },
    root: { kind: "stack", routes: ["list"], initial: "list" },
    actions: { choose: { args: { id: "string" }, do: { set: { "data.home": "args.id" } } } },
    routes: { list: {} },
  })
  const nav = await open({ app: "folders" })
  await nav.actions.choose({ id: "~home" })
  assert.deepEqual(nav.data, { home: "~home" })
})

test("Clients with the same key share a session, and one receives the changes of the other", async () => {
  const [one, other] = [await open({ key: "table-7" }), await open({ key: "table-7" })]
  assert.equal(one.session, other.session)
  await one.push("dish", { id: "soup" })
  await until(other, nav => nav.revision === 2)
  assert.deepEqual(other.screens.map(screen => screen.route), ["menu", "dish"])
})

test("A client with long polling receives and makes changes", async () => {
  const [one, other] = [await open({ key: "polled" }), await open({ key: "polled", poll: true })]
  await one.push("dish", { id: "soup" })
  await until(other, nav => nav.revision === 2)
  await other.push("dish", { id: "rice" })
  await until(one, nav => nav.revision === 3)
  assert.deepEqual(bare(one.navigation), bare(other.navigation))
})

test("A refused action rejects with the server's problem and is reported to subscribers", async () => {
  const nav = await open()
  const changes = []
  nav.subscribe(change => changes.push(change))
  await assert.rejects(nav.push("order"), problem => {
    assert.equal(problem.name, "NavstateProblem")
    assert.deepEqual([problem.code, problem.status, problem.detail], ["guarded", 409, "Nobody has sat down."])
    return true
  })
  assert.equal(changes.flatMap(change => change.rolledBack)[0].action.route, "order")
})
