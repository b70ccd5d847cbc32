import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { test } from "node:test"

test("the types of an app accept right uses and refuse wrong ones", () => {
  const folder = new URL("types", import.meta.url).pathname
  const { status, stdout } = spawnSync("tsc", ["-p", folder], { encoding: "utf8" })
  assert.equal(status, 0, stdout)
})
