// Plans applied to a snapshot produce every revision, including those of undo, redo and jumps, over restarts.
import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { applyPlan } from "../dist/plan.js"
import { RandomApp } from "./random.js"
import { Server } from "./server.js"

// The six default seeds produce each kind of step.
const first = Number(process.env.NAVSTATE_SEED ?? 12)

let server
before(async () => { server = await Server.start() })
after(() => server.stop())

/** The events of a stream up to a revision, as pairs of name and data. */
async function* events(path, revision) {
  const end = new AbortController()
  const { body } = await fetch(server.url + path, { signal: end.signal })
  let text = ""
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + part).split("\n\n")
    text = blocks.pop()
    for (const block of blocks) {
      const { id, event, data } = Object.fromEntries(block.split("\n").map(line => line.match(/^(\w*): ?(.*)$/s).slice(1)))
      if (data) yield [event, JSON.parse(data)]
      if (Number(id) === revision) return end.abort()
    }
  }
}

/** A client that reads only the snapshot and the changes of an event stream. */
class Follower {
  constructor(path) { this.path = path }

  /** Reads a new event stream up to a revision, and compares the state of each revision with the server's. */
  async follow(revision) {
    if (this.revision === revision) return
    const after = this.revision ? `&after=${this.revision}` : ""
    for await (const [name, event] of events(`${this.path}/events?view=plan${after}`, revision)) {
      this.take(name, event)
      const { navigation, data } = await server.call("GET", `${this.path}/revisions/${this.revision}`)
      assert.deepEqual({ navigation: this.navigation, data: this.data }, { navigation, data }, `revision ${this.revision}`)
    }
    assert.equal(this.revision, revision)
  }

  take(name, event) {
    if (name === "snapshot") return Object.assign(this, { ...event, path: this.path })
    const others = Object.keys(event).filter(key => !["revision", "plan", "by", "requestId", "outputs", "data"].includes(key))
    assert.deepEqual([name, others, event.revision], ["change", [], this.revision + 1])
    this.revision = event.revision
    this.navigation = applyPlan(this.navigation, event.plan)
    this.data = event.data ?? this.data
  }
}

/** Changes a session by an action, or by a move through its history. Returns the revision. */
async function change(path, app, random) {
  const { navigation, revision } = await server.call("GET", path)
  const way = random.choice([...Array(8).fill("actions"), "undo", "redo", "jump"])
  const body = { actions: random.action(app, navigation), jump: { revision: random.integer(1, revision) } }[way]
  await server.call("POST", `${path}/${way}`, body ?? {})
  return (await server.call("GET", path)).revision
}

for (let seed = first; seed < first + 6; seed++) {
  test(`Plans applied to a snapshot produce every revision, with seed ${seed}`, async () => {
    const random = new RandomApp(seed)
    const app = random.app(`plans-${seed}`)
    await server.define(app)
    const path = `/v1/sessions/${(await server.call("POST", "/v1/sessions", { app: app.app })).id}`
    const [follower, late] = [new Follower(path), new Follower(path)]
    await late.follow(1)
    for (const followed of [follower, follower, late, follower, late]) {
      let last
      for (let index = 0; index < 30; index++) last = await change(path, app, random)
      await followed.follow(last)
      await server.restart()
    }
  })
}
