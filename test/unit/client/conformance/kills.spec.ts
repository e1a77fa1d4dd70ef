import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { JournalEntry, Memory } from "lease-to-own-sandbox"
import { Journal } from "../../../../src/client/conformance/journal"
import { TestAccount } from "./support/test-account"

const ONCE = ["POST /application/cart/delivery", "POST /application/return"]
const IN_FORCE = ["Contracts Received", "Lease Accepted", "Funded"]

/** What a call changes: a delivery, a whole return, or a return of these lines. */
const changeOf = ({ route, body }: JournalEntry) =>
  `${route} ${JSON.stringify((body as { merchandiseItems?: unknown }).merchandiseItems ?? "whole")}`

/** Runs level money once. Saves the journal and the account as a kill would leave them before, within and right after each line. */
async function kills(account: TestAccount, file: string): Promise<{ text: string; memory: Memory }[]> {
  const kept: { text: string; memory: Memory }[] = []
  const keep = (more = "") => {
    const text = existsSync(file) ? readFileSync(file, "utf8") : ""
    kept.push({ text: text + more, memory: account.sandbox.save() })
  }
  const { journal } = account
  const write = journal.write.bind(journal)
  journal.write = (entry) => {
    keep()
    keep(JSON.stringify(entry).slice(0, -8))
    write(entry)
    keep()
  }
  await account.run("money")
  return kept
}

/** Each line is written right before or after a call, so this also covers a kill between any two calls. */
it("after a run of level money is killed at any line of its journal, cleanup cancels or names every lease in force", () =>
  TestAccount.use({ dialect: { rules: { returnLines: "taken", lowerPrices: "taken" } } }, async (account) => {
    const { sandbox, folder } = account
    const file = join(folder, "journal.ndjson")
    const all = await kills(account, file)
    expect(all.length).toBeGreaterThan(60)
    for (const [at, { text, memory }] of all.entries()) {
      sandbox.restore(memory)
      rmSync(file, { force: true })
      if (text) writeFileSync(file, text)
      account.journal = new Journal(file)
      const first = await account.cleanUp()
      const { left, unanswered } = first
      expect(await account.cleanUp()).toEqual({ canceled: 0, lapsing: 0, left, unanswered })
      const named = left.map(({ id }) => id)
      const inForce = sandbox.leases().filter(({ state }) => IN_FORCE.includes(state))
      expect([at, inForce.filter(({ applicationId }) => !named.includes(applicationId))]).toEqual([at, []])
      for (const { applicationId } of sandbox.leases()) {
        const calls = sandbox.journal(applicationId).filter(({ route = "" }) => ONCE.includes(route))
        const sent = calls.map(changeOf)
        expect(sent).toEqual([...new Set(sent)])
      }
      // An application whose id isn't in the journal is reported by its person.
      const known = new Set(account.journal.lines().flatMap((line) => ("id" in line ? line.id : [])))
      const lost = sandbox.leases().filter(({ applicationId }) => !known.has(applicationId))
      expect(unanswered.length).toBeGreaterThanOrEqual(lost.length)
    }
  }))
