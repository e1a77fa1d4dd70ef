import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { openDatabaseServer, randomDatabaseName, withConnection } from "../../demo/database-server.mjs"
import { startPostgres } from "../../demo/postgres.mjs"

const MODULE = pathToFileURL(join(__dirname, "..", "..", "demo", "postgres.mjs")).href

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "localhost" })
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })
}

async function untilSilent(port: number): Promise<void> {
  while (await answers(port)) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Starts PostgreSQL from a separate process, and prints its address and data folder. */
async function startElsewhere(): Promise<{ parent: ChildProcess; port: number; dataDir: string }> {
  const program = `
    const { startPostgres } = await import(${JSON.stringify(MODULE)})
    const { port, dataDir } = await startPostgres()
    console.log(JSON.stringify({ port, dataDir }))
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const [text] = await once(parent.stdout, "data")
  return { parent, ...JSON.parse(String(text)) }
}

describe("the PostgreSQL of demo and tests", () => {
  it("our PostgreSQL accepts its own password only", async () => {
    const server = await openDatabaseServer({})
    const rows = await withConnection(server.url(), async (client) => (await client.query("SELECT 1 AS one")).rows)
    expect(rows).toEqual([{ one: 1 }])
    const address = new URL(server.url())
    address.password = "guessed"
    await expect(withConnection(address.href, async () => {})).rejects.toThrow("password authentication failed")
    await server.stop()
  })

  it("our PostgreSQL disappears with its data when stopped", async () => {
    const { port, dataDir, stop } = await startPostgres()
    await stop()
    expect({ answers: await answers(port), data: existsSync(dataDir) }).toEqual({ answers: false, data: false })
  })

  it("our PostgreSQL keeps its data in a requested folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lease-to-own-kept-"))
    chmodSync(folder, 0o755)
    const first = await openDatabaseServer({ dataDir: join(folder, "data") })
    await first.createDatabase("kept")
    await first.stop()
    const second = await openDatabaseServer({ dataDir: join(folder, "data") })
    expect(await second.hasDatabase("kept")).toBe(true)
    await second.stop()
    rmSync(folder, { recursive: true })
  })

  it("our PostgreSQL ends when the process that started it is killed", async () => {
    const { parent, port, dataDir } = await startElsewhere()
    parent.kill("SIGKILL")
    await untilSilent(port)
    while (existsSync(dataDir)) await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await answers(port)).toBe(false)
  })

  it("the PostgreSQL of DATABASE_URL is used and left running, and our database on it can be dropped", async () => {
    const theirs = await openDatabaseServer({})
    const used = await openDatabaseServer({ databaseUrl: theirs.url() })
    const name = randomDatabaseName("test")
    await used.createDatabase(name)
    await used.dropDatabase(name)
    await used.stop()
    expect(await theirs.hasDatabase(name)).toBe(false)
    await theirs.stop()
  })
})
