import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { MemoryStore } from "../dist/index.js"
import { kiosk } from "./apps.js"
import { Server, admin, connect } from "./server.js"

let server, appKey
before(async () => {
  server = await Server.start({ isOpen: false })
  await server.define(kiosk)
  appKey = (await server.call("POST", "/v1/apps/kiosk/keys", { name: "pages" })).key
})
after(() => server.stop())

const open = options => connect({ url: server.url, store: new MemoryStore(), ...options })

test("A key of another session is refused to an app key, with what to do", async () => {
  const options = { app: "kiosk", key: "table-1", token: appKey }
  const store = new MemoryStore()
  const first = await open({ ...options, store })
  const definition = { ...kiosk, version: first.appVersion }
  for (const known of [undefined, false, definition]) {
    const other = { ...options, definition: known, store: new MemoryStore() }
    for (let attempt = 0; attempt < 2; attempt++) {
      await assert.rejects(open(other), { code: "key-taken", status: 409, message: /`handoff`.*`session` and `token`/ })
    }
  }
  const again = await open({ ...options, store })
  assert.equal(again.session, first.session)
  assert.equal((await again.push("dish", { id: "soup" })).changed, true)
})

test("A key of another session is joined with the admin token, also one that a function returns", async () => {
  const first = await open({ app: "kiosk", key: "table-2", token: appKey })
  for (const token of [admin, () => admin]) {
    const nav = await open({ app: "kiosk", key: "table-2", token })
    assert.equal(nav.session, first.session)
    assert.equal((await nav.push("dish", { id: "soup" })).changed, true)
  }
})

test("After a handoff, a reload continues with the used code, or without it with the same app and key", async () => {
  const first = await open({ app: "kiosk", key: "table-3", token: appKey })
  const { code } = await first.handoff()
  const device = { store: new MemoryStore(), app: "kiosk", key: "table-3" }
  for (const options of [{ handoff: code }, { handoff: code }, {}, { token: appKey }]) {
    const nav = await open({ ...device, ...options })
    assert.equal(nav.session, first.session)
    assert.equal((await nav.push("dish", { id: "soup" })).changed, true)
  }
})

test("A new handoff code is preferred to the session that the device has joined", async () => {
  const store = new MemoryStore()
  for (let guest = 0; guest < 2; guest++) {
    const other = await open({ app: "kiosk", token: appKey })
    const { code } = await other.handoff()
    assert.equal((await open({ app: "kiosk", store, handoff: code })).session, other.session)
    assert.equal((await open({ app: "kiosk", store })).session, other.session)
  }
})
