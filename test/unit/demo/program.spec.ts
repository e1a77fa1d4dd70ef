import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { Cleanup } from "../../../demo/cleanup.mjs"

const MODULE = pathToFileURL(join(__dirname, "../../../demo/program.mjs")).href

it("everything that was started is stopped once, in reverse order, even if something can't be stopped", async () => {
  const ended: string[] = []
  const cleanup = new Cleanup()
  cleanup.add(() => void ended.push("database"))
  jest.spyOn(console, "error").mockImplementation(() => undefined)
  cleanup.add(() => Promise.reject(new Error("the store hangs")))
  cleanup.add(() => void ended.push("shop"))
  await Promise.all([cleanup.run(), cleanup.run()])
  expect(ended).toEqual(["shop", "database"])
  jest.restoreAllMocks()
})

it("a Node program ends with its parent, even if that is killed", async () => {
  const program = `
    const { Program } = await import(${JSON.stringify(MODULE)})
    const args = ["-e", "console.log(process.pid); setInterval(() => {}, 1000)"]
    new Program({ command: process.execPath, args, cwd: "." }).onOutput((text) => console.log(text))`
  const parent = spawn(process.execPath, ["--input-type=module", "-e", program])
  const child = Number(String((await once(parent.stdout, "data"))[0]))
  const isAlive = () => {
    try {
      return process.kill(child, 0)
    } catch {
      return false
    }
  }
  expect(isAlive()).toBe(true)
  parent.kill("SIGKILL")
  while (isAlive()) await new Promise((resolve) => setTimeout(resolve, 20))
})

it("a Node program's fork keeps its channel to it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-program-"))
  const child = `process.on("message", (said) => { process.send(said); process.disconnect() })`
  writeFileSync(join(folder, "child.cjs"), child)
  const forking = `
    const child = require("node:child_process").fork("child.cjs")
    child.on("message", (said) => console.log("heard", said))
    setTimeout(() => child.connected && child.send("still here"), 300)`
  const program = `
    const { Program } = await import(${JSON.stringify(MODULE)})
    const running = new Program({ command: process.execPath, args: ["-e", ${JSON.stringify(forking)}], cwd: "." })
    console.log(await running.exited, running.output)`
  const parent = spawn(process.execPath, ["--input-type=module", "-e", program], { cwd: folder })
  expect(String((await once(parent.stdout, "data"))[0]).trim()).toBe("0 heard still here")
  rmSync(folder, { recursive: true })
})
