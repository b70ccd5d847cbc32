import assert from "node:assert/strict"
import { after, before, test } from "node:test"
import { DefinitionPredictor } from "../dist/prediction/predict.js"
import { applyPlan } from "../dist/plan.js"
import { pair, renamed } from "../dist/prediction/pairing.js"
import { isEqual } from "../dist/equality.js"
import { RandomApp } from "./random.js"
import { Server, bare } from "./server.js"

const isLong = process.env.NAVSTATE_LONG === "1"
const actions = isLong ? 100_000 : 3_000
const actionsOfApp = isLong ? 200 : 60
const first = Number(process.env.NAVSTATE_SEED ?? 1)

let server
before(async () => { server = await Server.start() })
after(() => server.stop())

test(`The server confirms all predictions for ${actions} random actions, and at least 80% are predicted`, async t => {
  const counts = { actions: 0, changed: 0, unchanged: 0, refused: 0, open: 0 }
  const types = {}
  const walks = Array.from({ length: Math.ceil(actions / actionsOfApp) }, (_, index) => first + index)
  const walkers = Array.from({ length: 4 }, async () => {
    for (let seed = walks.shift(); seed !== undefined; seed = walks.shift()) await walk(seed, counts, types)
  })
  await Promise.all(walkers)
  const share = 1 - counts.open / counts.actions
  t.diagnostic(JSON.stringify({ ...counts, predicted: share.toFixed(4) }))
  t.diagnostic(`by type: ${JSON.stringify(types)}`)
  assert.equal(types.setState.open, 0)
  assert.ok(share >= 0.8, `${share} of the actions were predicted`)
})

test("The predictions for a param of several types equal the server's answers", async () => {
  const id = { type: ["string", "null"], minLength: 2, enum: ["ab"] }
  await server.define({ app: "lists", version: 1, root: { kind: "stack" }, routes: { a: {}, b: { params: { id } } } })
  const { id: session, navigation } = await server.call("POST", "/v1/sessions", { app: "lists" })
  const rules = new DefinitionPredictor(await server.call("GET", `/v1/sessions/${session}/app`), 20)
  for (const params of [{ id: "ab" }, { id: null }, { id: "a" }, { id: 1 }, {}]) {
    const push = { type: "push", route: "b", params }
    const { status } = await server.call("POST", `/v1/sessions/${session}/actions?dryRun=1`, push)
    assert.equal(rules.predict(navigation, push, () => "~new-1").isRefused, status === 422, JSON.stringify(params))
  }
})

/** Sends random actions to a session of a random app, and compares each response with the prediction. */
async function walk(seed, counts, types) {
  const random = new RandomApp(seed)
  const app = random.app(`random-${seed}`)
  const defined = await server.define(app)
  assert.ok(defined.routes, `seed ${seed}: ${JSON.stringify(defined)}`)
  const predictor = new DefinitionPredictor(app, 20)
  const session = await server.call("POST", "/v1/sessions", { app: app.app })
  // The definition that a session's token may read gives the same predictions.
  const rules = new DefinitionPredictor(await server.call("GET", `/v1/sessions/${session.id}/app`), 20)
  let root = session.navigation
  assert.ok(root, `seed ${seed}: ${JSON.stringify(session)}`)
  for (let index = 0; index < actionsOfApp; index++) {
    const action = random.action(app, root)
    const predicted = by => {
      let made = 0
      return by.predict(root, action, () => `~new-${++made}`)
    }
    const prediction = predicted(predictor)
    assert.deepEqual(predicted(rules), prediction)
    assert.equal(rules.keepsNavigation(action), predictor.keepsNavigation(action))
    const answer = await server.call("POST", `/v1/sessions/${session.id}/actions`, action)
    const next = answer.session?.navigation
    counts.actions++
    count(counts, types, action, prediction, root)
    const context = () => JSON.stringify({ seed, index, action, prediction, answer, root, app })
    if (prediction) compare(prediction, next, root, context)
    if (next) root = next
  }
}

function compare(prediction, next, root, context) {
  if (prediction.isRefused) return assert.ok(!next, `the refused action was accepted: ${context()}`)
  assert.ok(next, `the accepted action was refused: ${context()}`)
  const names = new Map()
  pair(prediction.root, next, names)
  assert.ok(isEqual(bare(renamed(prediction.root, names)), next), `the trees differ: ${context()}`)
  assert.ok(isEqual(bare(applyPlan(root, prediction.steps)), bare(prediction.root)), `the steps differ: ${context()}`)
}

function count(counts, types, { type }, prediction, root) {
  if (!prediction) counts.open++
  else if (prediction.isRefused) counts.refused++
  else counts[prediction.root === root ? "unchanged" : "changed"]++
  types[type] ??= { predicted: 0, open: 0 }
  types[type][prediction ? "predicted" : "open"]++
}
