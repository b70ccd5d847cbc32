import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { MemoryStore } from "../dist/index.js"
import { kiosk } from "./apps.js"
import { Proxy } from "./proxy.js"
import { Random } from "./random.js"
import { Server, connect, until } from "./server.js"

let server, proxy
before(async () => {
  server = await Server.start()
  await server.define(kiosk)
  proxy = await Proxy.start(server.url, new Random(1), 0)
})
after(async () => {
  await proxy.stop()
  await server.stop()
})

/** A `fetch` that records the last segment of each path. */
function counting() {
  const paths = []
  const counted = (url, options) => {
    paths.push(new URL(url).pathname.split("/").pop())
    return fetch(url, options)
  }
  return { paths, counted }
}

test("A client behind a buffering proxy uses long polling until it reconnects", async () => {
  const { paths, counted } = counting()
  const streams = () => paths.filter(path => path === "events").length
  proxy.isBuffering = true
  const nav = await connect({ url: proxy.url, app: "kiosk", store: new MemoryStore(), fetch: counted })
  const states = [nav.connection]
  nav.subscribe(() => states.push(nav.connection))
  const receipt = await nav.push("dish", { id: "soup" })
  assert.equal(receipt.revision, nav.revision)
  await server.call("POST", `/v1/sessions/${nav.session}/addGuest`, { n: 2 })
  await until(nav, nav => nav.data.guests === 2)
  assert.deepEqual([...new Set(states)], ["connecting", "live"])
  assert.equal(streams(), 1)

  proxy.pause()
  await until(nav, nav => nav.connection === "offline")
  proxy.isBuffering = false
  proxy.resume()
  await until(nav, nav => nav.connection === "live")
  assert.ok(streams() > 1)
  assert.equal(paths.pop(), "events")
})

test("A client goes live on an event stream of a session that does not change", async () => {
  const { paths, counted } = counting()
  const nav = await connect({ url: server.url, app: "kiosk", store: new MemoryStore(), fetch: counted })
  await until(nav, nav => nav.connection === "live")
  assert.deepEqual(paths, ["sessions", "app", "events"])
})
