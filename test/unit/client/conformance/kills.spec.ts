import { appendFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import type { DialectFile, JournalEntry } from "lease-to-own-sandbox"
import { Journal } from "../../../../src/client/conformance/journal"
import { TestAccount } from "./support/test-account"

const ONCE = ["POST /application/cart/delivery", "POST /application/return"]
const LINES: DialectFile = { rules: { returnLines: "taken", lowerPrices: "taken" } }

/** The thing that a call changes: a delivery, a whole return, or some lines of one. */
const changeOf = ({ route, body }: JournalEntry) =>
  `${route} ${JSON.stringify((body as { merchandiseItems?: unknown }).merchandiseItems ?? "whole")}`

class Killed extends Error {}

/** A run that is killed at the `last` line: before it is written, in the middle of it, or right after it. */
class KilledAt extends Journal {
  written = 0
  constructor(
    private readonly path: string,
    private readonly last: number,
    private readonly how: "before" | "within" | "after",
  ) {
    super(path)
  }

  override write(entry: Parameters<Journal["write"]>[0]): void {
    this.written += 1
    const isLast = this.written === this.last
    if (isLast && this.how === "within") appendFileSync(this.path, JSON.stringify(entry).slice(0, -8))
    if (isLast && this.how !== "after") throw new Killed()
    super.write(entry)
    if (isLast) throw new Killed()
  }
}

/** Each line is written before a call or right after it, so this is a kill between any two calls as well. */
describe("a run of level money that is killed", () => {
  let account: TestAccount
  beforeAll(async () => {
    account = await TestAccount.open({ dialect: LINES })
  })
  afterAll(() => account.close())

  async function killedAt(last: number, how: "before" | "within" | "after") {
    account.sandbox.reset()
    const file = join(account.folder, "killed.ndjson")
    rmSync(file, { force: true })
    const journal = new KilledAt(file, last, how)
    const run = account.run("money", { journal })
    if (last <= (await lines())) await expect(run).rejects.toThrow(Killed)
    else await run
    account.journal = new Journal(file)
    return { first: await account.cleanUp(), second: await account.cleanUp() }
  }

  let counted: number | undefined
  async function lines(): Promise<number> {
    if (counted !== undefined) return counted
    const journal = new KilledAt(join(account.folder, "counted.ndjson"), Number.POSITIVE_INFINITY, "after")
    const other = await TestAccount.open({ dialect: LINES })
    await other.run("money", { journal })
    await other.close()
    counted = journal.written
    return counted
  }

  /** A line that was begun tells as little as one that was not, so that only some are left out whole; the first one, and then no file, is. */
  it.each([
    ["before", 8],
    ["within", 1],
    ["after", 1],
  ] as const)(
    "%s a line is cleaned up after: what is in force is canceled, or named",
    async (how, step) => {
      const count = await lines()
      expect(count).toBeGreaterThan(20)
      for (let last = 1; last <= count; last += step) {
        const { first, second } = await killedAt(last, how)
        expect(second).toEqual({ canceled: 0, lapsing: 0, left: first.left, unanswered: first.unanswered })
        const named = new Set(first.left.map(({ id }) => id))
        const inForce = account.sandbox
          .leases()
          .filter(({ state }) => ["Contracts Received", "Lease Accepted", "Funded"].includes(state))
        expect([last, inForce.filter(({ applicationId }) => !named.has(applicationId))]).toEqual([last, []])
        for (const { applicationId } of account.sandbox.leases()) {
          const sent = account.sandbox
            .journal(applicationId)
            .flatMap((call) => (ONCE.includes(call.route ?? "") ? changeOf(call) : []))
          expect(sent).toEqual([...new Set(sent)])
        }
        // An application whose id was not written down is named by its person.
        const known = new Set(account.journal.lines().flatMap((line) => ("id" in line ? line.id : [])))
        const lost = account.sandbox.leases().filter(({ applicationId }) => !known.has(applicationId))
        expect(first.unanswered.length).toBeGreaterThanOrEqual(lost.length)
      }
    },
    240_000,
  )
})
