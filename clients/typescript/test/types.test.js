import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { test } from "node:test"
import { code } from "./readme.js"

test("The types of an app accept valid uses and reject invalid ones, including those of the README", () => {
  const folder = new URL("../dist/readme/", import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL("typed.ts", folder), code("ts")[0])
  const { status, stdout } = spawnSync("tsc", ["-p", new URL("types", import.meta.url).pathname], { encoding: "utf8" })
  assert.equal(status, 0, stdout)
})
