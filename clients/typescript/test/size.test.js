import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { gzipSync } from "node:zlib"

/** Returns the modules that a module loads, including itself. */
function loaded(url, found = new Map()) {
  if (found.has(url.href)) return found
  const text = readFileSync(url, "utf8")
  found.set(url.href, text)
  for (const [, path] of text.matchAll(/from "(\.[^"]+)"/g)) loaded(new URL(path, url), found)
  return found
}

for (const [name, limit] of [["index", 11_100], ["prediction/predict", 12_300]]) {
  test(`The modules that ${name}.js loads take at most ${limit} bytes, compressed together`, t => {
    const modules = loaded(new URL(`../dist/${name}.js`, import.meta.url))
    const text = [...modules.values()].join("\n")
    const size = gzipSync(text, { level: 9 }).length
    t.diagnostic(`${modules.size} modules, ${text.length} bytes, ${size} compressed`)
    assert.ok(size <= limit, `${size} bytes`)
  })
}
