import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { MedusaContainer } from "@medusajs/framework/types"
import privacy from "../../../src/scripts/privacy"
import { cartOf, DAY, describeLedger } from "../support/ledger-room"
import { printedBy } from "../support/run-program"

const ROBIN = "email=Robin@Shopper.example"

describeLedger("privacy command", (room) => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "privacy-"))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const file = () => join(folder, "robin.ndjson")

  /** Runs the command on the ledger of the room. Nothing that it prints names the person. */
  async function run(...args: string[]) {
    const container = { resolve: () => ({ deps: room.accountDeps }) } as unknown as MedusaContainer
    const { text, status } = await printedBy(() => privacy({ container, args }))
    expect(text).not.toMatch(/robin/i)
    return { text, status }
  }

  it("the command prints what it would erase, and erases with --apply", async () => {
    await room.applied({ tag: "denied" })
    expect(await run("erase", ROBIN)).toEqual({
      text: "1 leases would be erased. Nothing was changed. Add --apply to do it.\n",
      status: undefined,
    })
    expect((await run("erase", ROBIN, "apply")).text).toMatch(/^1 leases were erased/)
    expect(await run("erase", ROBIN, "apply")).toEqual({
      text: "The plugin has no data about this person. Nothing was changed.\n",
      status: undefined,
    })
  })

  it("the command names the lease that prevents an erasure, and what must end first", async () => {
    const { id } = await room.signed()
    const { reference } = await room.lease(id)
    expect(await run("erase", "customer=cus_owner", "apply")).toEqual({
      text: `Nothing can be erased: 1 leases have not ended.
  - ${reference} (signed): it is signed and has no order yet. Wait until the order is placed, or cancel the contract on the lease's page.
`,
      status: 1,
    })
  })

  it("the command exports into a new file that only this user can read, and prints how much", async () => {
    await room.applied({ tag: "denied" })
    const counted = await run("export", ROBIN)
    expect(counted.text).toMatch(
      /^Found: 1 leases, 3 history entries, 0 calls, 1 applications\.\nNothing was written\./,
    )
    expect(readdirSync(folder)).toEqual([])
    expect((await run("export", ROBIN, `to=${file()}`)).text).toContain("5 rows were written.")
    const rows = readFileSync(file(), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    const events = ["lease_event", "lease_event", "lease_event"]
    expect(rows.map(({ table }) => table)).toEqual(["lease", ...events, "lease_submission"])
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it("the command overwrites no file", async () => {
    await room.applied({ tag: "denied" })
    writeFileSync(file(), "mine")
    expect(await run("export", ROBIN, `to=${file()}`)).toMatchObject({ status: 1 })
    expect(readFileSync(file(), "utf8")).toBe("mine")
  })

  it("a lost database leaves no partial file and prints none of the database's message", async () => {
    await room.applied({ tag: "denied" })
    const fail = ({ sql }: { sql: string }) => {
      if (sql.includes("lease_submission") && !sql.startsWith("with")) throw new Error("robin@shopper.example")
    }
    room.knex.on("query", fail)
    const { text, status } = await run("export", ROBIN, `to=${file()}`)
    room.knex.off("query", fail)
    expect({ text, status }).toEqual({ text: expect.stringContaining("This failed."), status: 1 })
    expect(readdirSync(folder)).toEqual([])
  })

  it("the command erases by age, however many there are", async () => {
    for (let count = 0; count < 3; count++)
      await room.applied({ cart: cartOf({ email: `${count}@shopper.example` }), tag: "denied" })
    room.pass(40 * DAY)
    expect((await run("retention", "days=30")).text).toMatch(
      /^3 leases that ended, .+ would be erased\. Nothing was changed\./,
    )
    expect((await run("retention", "days=30", "apply")).text).toMatch(/^3 leases that ended, .+ were erased\.\n$/)
    expect((await run("retention", "days=30")).text).toMatch(/^0 leases/)
  })

  it.each([
    [["erase"], "Specify the person: --email ADDRESS, or --customer ID."],
    [["erase", "email= "], "Specify the person: --email ADDRESS, or --customer ID."],
    [["export", "email=cus_1"], "The value of --email is not an email address."],
    [["retention"], "--days must be a number of at least 30, such as --days 730."],
    [["retention", "days=2"], "--days must be a number of at least 30, such as --days 730."],
    [["forget"], "Choose one of export, erase, retention."],
  ])("the command refuses %o with a reason", async (args, says) => {
    expect(await run(...args)).toEqual({ text: `${says}\n`, status: 1 })
  })
})
