import { spawnSync } from "node:child_process"
import { join } from "node:path"

describe("npm run walkthrough", () => {
  it("takes a cart through a whole lease, and every fact is as it should be", () => {
    const { npm_lifecycle_event: _, NODE_OPTIONS: __, ...env } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, [join("scripts", "run.mjs"), "walkthrough"], {
      cwd: join(__dirname, "..", ".."),
      encoding: "utf8",
      env,
    })
    const said = `${stdout}\n${stderr}`.slice(-4000)
    expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining("Everything is as it should be.") })
  }, 240_000)
})
