import assert from "node:assert/strict"
import { test } from "node:test"
import { bindHistory } from "../dist/history.js"

/** A page with a history of its own, whose moves by the binding are recorded. */
class Page {
  history = {
    state: null, moves: [],
    pushState: state => { this.history.state = state },
    replaceState: state => { this.history.state = state },
    go: delta => { this.history.moves.push(delta) },
  }
  location = { pathname: "/", search: "", hash: "" }
  addEventListener(_, listener) { this.listener = listener }
  removeEventListener() {}
  /** What the back or forward button does. */
  moveTo(position, session = "s") {
    this.history.state = { navstate: { position, session } }
    this.listener()
  }
  follow(hash) {
    this.history.state = null
    this.location.hash = hash
    this.listener()
  }
}

/** A session without rules for predictions, whose reads the test answers. */
class Session {
  session = "s"
  connection = "open"
  pending = []
  routes = {}
  canGoBack = undefined
  reads = []
  subscribe(listener) {
    this.listener = listener
    return () => {}
  }
  read() { return new Promise(resolve => this.reads.push(resolve)) }
  goBack() { return this.answered }
  open() {
    this.pending = ["open"]
    return new Promise(() => {})
  }
  /** Begins a revision with a screen. */
  change(revision, key) {
    Object.assign(this, { revision, current: { key, route: key, params: {} } })
    this.listener?.({ predicted: false })
  }
  /** Answers the oldest read. */
  async answer(isFirst, hasLink = true) {
    await settled()
    const url = hasLink ? `/${this.current.key}` : undefined
    this.reads.shift()({ revision: this.revision, current: { ...this.current, url }, can: { goBack: !isFirst } })
    await settled()
  }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

test("A screen that is read while the browser moves does not move it back", async () => {
  const [page, nav] = [new Page(), new Session()]
  nav.change(1, "a")
  bindHistory(nav, { window: page })
  await settled()
  await nav.answer(true)
  nav.change(2, "b")
  await nav.answer(false)
  assert.equal(page.history.state.navstate.position, 1)

  page.moveTo(0)
  nav.change(3, "a")
  // The action of the back button is done, too, so that the screen is read once more.
  await nav.answer(true)
  // The forward button, before that read is answered; its action is not predicted.
  page.moveTo(1)
  await nav.answer(true)
  assert.deepEqual(page.history.moves, [])
})

test("A link that is followed while the browser moves back does not move it back again", async () => {
  for (let ticks = 0; ticks < 12; ticks++) {
    const [page, nav] = [new Page(), new Session()]
    nav.canGoBack = false
    nav.change(1, "a")
    bindHistory(nav, { window: page })
    await nav.answer(true)
    // The entry of another session, from which the binding moves back.
    page.moveTo(1, "another")
    await settled()
    assert.deepEqual(page.history.moves, [-1])
    page.moveTo(0)
    for (let tick = 0; tick < ticks; tick++) await undefined
    page.follow("#/b")
    await settled()
    assert.deepEqual(page.history.moves, [-1], `after ${ticks} microtasks`)
  }
})

test("A link that is followed while a screen is read does not move the browser back", async () => {
  const [page, nav] = [new Page(), new Session()]
  nav.canGoBack = false
  nav.change(1, "a")
  bindHistory(nav, { window: page })
  await settled()
  page.follow("#/b")
  nav.listener({ predicted: false })
  await nav.answer(true)
  assert.deepEqual(page.history.moves, [])
})

test("Former params have an entry, to which the back button returns; those that are replaced have none", async () => {
  const [page, nav] = [new Page(), new Session()]
  nav.canGoBack = false
  nav.change(1, "a")
  bindHistory(nav, { window: page })
  await nav.answer(true)
  const changeParams = async (revision, params, formerParams) => {
    Object.assign(nav, { revision, canGoBack: formerParams.length > 0, current: { ...nav.current, params, formerParams } })
    nav.listener({ predicted: false })
    await nav.answer(formerParams.length === 0)
  }
  await changeParams(2, { n: 1 }, [{}])
  await changeParams(3, { n: 2 }, [{}, { n: 1 }])
  assert.equal(page.history.state.navstate.position, 2)
  await changeParams(4, { n: 3 }, [{}, { n: 1 }])
  assert.equal(page.history.state.navstate.position, 2)

  nav.goBack = () => changeParams(5, { n: 1 }, [{}])
  page.moveTo(1)
  await settled()
  await settled()
  assert.deepEqual([page.history.state.navstate.position, page.history.moves], [1, []])
})

test("A binding that ends while the browser moves changes no entry", async () => {
  const [page, nav] = [new Page(), new Session()]
  nav.canGoBack = false
  nav.change(1, "a")
  const end = bindHistory(nav, { window: page })
  await nav.answer(true)
  page.moveTo(1, "another")
  await settled()
  end()
  page.moveTo(0, "another")
  await settled()
  assert.equal(page.history.state.navstate.session, "another")
})

test("The forward button opens nothing where the screen had no link", async () => {
  const [page, nav] = [new Page(), new Session()]
  const opened = []
  nav.open = link => { opened.push(link) }
  nav.goBack = () => nav.change(3, "a")
  nav.canGoBack = false
  nav.routes = { a: { path: "/" }, b: {} }
  nav.change(1, "a")
  bindHistory(nav, { window: page })
  await nav.answer(true)
  nav.canGoBack = true
  nav.change(2, "b")
  await nav.answer(false, false)
  const entry = page.history.state
  nav.canGoBack = false
  page.moveTo(0)
  for (let read = 0; read < 2; read++) await nav.answer(true)
  page.history.state = entry
  page.listener()
  await settled()
  assert.equal(entry.navstate.position, 1)
  assert.deepEqual([opened, page.history.moves], [[], [-1]])
})
