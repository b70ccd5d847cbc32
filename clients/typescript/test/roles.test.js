import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { MemoryStore } from "../dist/index.js"
import { kiosk } from "./apps.js"
import { Server, connect } from "./server.js"

let server
before(async () => {
  server = await Server.start({ isOpen: false })
  await server.define({ ...kiosk, actions: { ...kiosk.actions, close: { by: "backend", do: { type: "popToRoot" } } } })
})
after(() => server.stop())

test("`can` obeys the role of the token", async () => {
  const { id } = await server.call("POST", "/v1/sessions", { app: "kiosk" })
  const answers = {}
  for (const role of ["watch", "act", "lead", "backend"]) {
    const { token } = await server.call("POST", `/v1/sessions/${id}/tokens`, { role })
    const nav = await connect({ url: server.url, session: id, token, store: new MemoryStore() })
    const actions = [{ type: "push", route: "dish", params: { id: "soup" } }, { type: "addGuest", n: 1 }, { type: "close" }]
    answers[role] = actions.map(action => nav.can(action))
  }
  assert.deepEqual(answers, {
    watch: [false, false, false], act: [true, undefined, false], lead: [true, undefined, false],
    backend: [true, undefined, undefined],
  })
})
