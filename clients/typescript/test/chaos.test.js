import assert from "node:assert/strict"
import { test } from "node:test"
import { MemoryStore } from "../dist/index.js"
import { Proxy } from "./proxy.js"
import { RandomApp } from "./random.js"
import { Server, bare, connect, until } from "./server.js"

const isLong = process.env.NAVSTATE_LONG === "1"
const [actions, kills, reloads] = isLong ? [10_000, 20, 40] : [600, 2, 4]
const seed = Number(process.env.NAVSTATE_SEED ?? 1)

const app = {
  app: "chaos", version: 1,
  data: { first: 0, second: 0 },
  root: { kind: "tabs", routes: ["home", "pages"], backBehavior: "fullHistory" },
  actions: {
    first: { do: { set: { "data.first": "data.first + 1" } } },
    second: { do: { set: { "data.second": "data.second + 1" } } },
  },
  routes: {
    home: { content: { kind: "stack", routes: ["list", "item", "x"] } },
    pages: { content: { kind: "pages", routes: ["list", "x"] } },
    x: { content: { kind: "switch", routes: ["list", "item"] } },
    list: {}, item: { identity: "id", onDuplicate: "popTo" }, sheet: { as: "sheet" },
  },
}

/** A page that sends random actions and counts its calls of the action that has its name. */
class Page {
  constructor(name, url, random) {
    Object.assign(this, { name, url, random, store: new MemoryStore(), calls: 0, refused: 0 })
  }

  async open() {
    const { url, store } = this
    const options = { url, app: "chaos", key: "shared", store, definition: app, timeout: 120_000 }
    this.nav = await connect(options)
    this.nav.subscribe(({ rolledBack }) => { this.refused += rolledBack.length })
  }

  async reload() {
    this.nav.close()
    await this.open()
  }

  act() {
    if (this.random.chance(0.5)) {
      this.calls++
      this.nav.actions[this.name]()
    } else if (this.nav.navigation.screens[0].content.screens.length > 30) {
      this.nav.popToRoot()
    } else {
      this.nav.send(this.random.action(app, this.nav.navigation))
    }
  }
}

test(`Lost responses, ${kills} kills and ${reloads} reloads lose or repeat none of ${actions} actions`, async t => {
  const server = await Server.start()
  t.after(() => server.stop())
  await server.define(app)
  const random = new RandomApp(seed)
  const proxy = await Proxy.start(server.url, random, 0.02)
  t.after(() => proxy.stop())
  const pages = [new Page("first", proxy.url, random), new Page("second", proxy.url, random)]
  for (const page of pages) await page.open()
  const isDue = (index, times) => index > 0 && index % Math.floor(actions / (times + 1)) === 0
  for (let index = 0; index < actions; index++) {
    const page = pages[index % 2]
    page.act()
    if (isDue(index, kills)) await server.restart()
    if (isDue(index + 7, reloads)) await page.reload()
    await until(page.nav, nav => nav.pending.length < 12)
  }
  proxy.resume()
  for (const { nav } of pages) await until(nav, nav => nav.pending.length === 0)
  const state = await server.read(pages[0].nav.session)
  for (const { nav } of pages) {
    await until(nav, nav => nav.revision === state.revision)
    assert.deepEqual(bare(nav.navigation), state.navigation)
    assert.deepEqual(nav.data, state.data)
    assert.notEqual(nav.can({ type: "popToRoot" }), undefined, "a prediction was wrong")
  }
  assert.deepEqual(state.data, { first: pages[0].calls, second: pages[1].calls })
  t.diagnostic(JSON.stringify({
    actions, kills, reloads, dropped: proxy.dropped, revisions: state.revision, data: state.data,
    refused: pages.map(page => page.refused),
  }))
  pages.forEach(page => page.nav.close())
})
