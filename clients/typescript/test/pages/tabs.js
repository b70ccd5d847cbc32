import { connect } from "/client/dist/index.js"
import { equal, until } from "./expect.js"

/** A client in an iframe, which shares `localStorage`. */
const tab = options => new Promise((resolve, reject) => {
  Object.assign(window, { resolve, reject })
  const frame = document.createElement("iframe")
  frame.srcdoc = `<script type="module">
    import { connect } from "/client/dist/index.js"
    connect(${JSON.stringify(options)}).then(parent.resolve, parent.reject)
  </script>`
  document.body.append(frame)
})

/** Makes changes without a network, which a second tab also sends. */
export async function run(options) {
  let isCut = false
  const cut = (url, init) => (isCut ? Promise.reject(new TypeError("cut")) : fetch(url, init))
  const first = await connect({ ...options, key: "tabs", fetch: cut })
  isCut = true
  const added = [1, 2, 3].map(() => first.actions.addGuest({ n: 1 }))
  const second = await tab({ ...options, key: "tabs" })
  equal(second.session, first.session)
  isCut = false
  await Promise.all([...added, second.actions.addGuest({ n: 1 })])
  for (const nav of [first, second]) {
    await until(nav, () => nav.pending.length === 0 && nav.revision === 5)
    equal(nav.data, { guests: 4 })
  }
  equal(Object.keys(localStorage).filter(key => !key.includes("joined")), [])
  return true
}
