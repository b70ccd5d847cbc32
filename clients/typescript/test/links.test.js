import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { MemoryStore } from "../dist/index.js"
import { linkOf } from "../dist/link.js"
import { Server, connect } from "./server.js"

const app = {
  app: "links", version: 1, root: { kind: "stack", initial: "home" },
  routes: {
    home: { path: "/" }, plain: {}, any: { path: "/any/*" },
    dish: { path: "/dish/:id", params: { id: "string", size: "string?", hot: "boolean?", n: "number?" } },
    page: { path: "/pages/:id(\\d+)/:part?", params: { id: "integer", part: "string?", tag: { type: "string", default: "new" } } },
    file: { path: "/files/:name+", params: { name: "string" } }, open: { path: "/o pen/ü" },
  },
}
const screens = [
  ["home"], ["plain"], ["any"], ["open"], ["open", { x: "1", y: "a b" }], ["dish", { id: "a/b ü'!" }],
  ["dish", { id: "é", size: "&=?#", hot: true, n: 1.5 }], ["dish", { id: "soup", size: "" }], ["page", { id: 7 }],
  ["page", { id: 7, part: "two" }], ["page", { id: 7, tag: "old" }], ["file", { name: "a/b" }], ["dish", { id: "", n: -1 }],
]
let server
before(async () => {
  server = await Server.start()
  await server.define(app)
})
after(() => server.stop())

test("The link to a screen is the server's, where it does not need the server", async () => {
  const nav = await connect({ url: server.url, app: "links", store: new MemoryStore() })
  let count = 0
  for (const [route, params] of screens) {
    await nav.push(route, params)
    const link = linkOf(nav.routes[route], nav.current.params)
    if (link === undefined) continue
    count++
    assert.equal(link, await nav.url(), `${route} ${JSON.stringify(params)}`)
  }
  assert.equal(count, 9)
})
