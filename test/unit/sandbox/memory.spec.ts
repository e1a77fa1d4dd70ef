import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { signContract } from "lease-to-own-sandbox"
import { application, Bench, part } from "./support"

let folder: string
let file: string
let bench: Bench | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sandbox-memory-"))
  file = join(folder, "sandbox.memory")
})
afterEach(async () => {
  await bench?.close()
  rmSync(folder, { recursive: true })
})
async function restart(): Promise<Bench> {
  await bench?.close()
  bench = await Bench.start({ memoryFile: file })
  return bench
}

it("leases, calls and the clock survive a restart, and so does a half-signed contract", async () => {
  const first = await restart()
  const [signed, half] = [await first.signed(), await first.withCart()]
  await signContract(await first.esignUrl(half), { upTo: "signatures" })
  first.sandbox.advanceDays(3)
  // The contract page's port differs each time.
  const kept = ({ sandbox }: Bench) => sandbox.leases().map(({ esignUrl: _, ...lease }) => lease)
  const known = { leases: kept(first), journal: first.sandbox.journal() }
  const again = await restart()
  expect({ leases: kept(again), journal: again.sandbox.journal() }).toEqual(known)
  expect(await again.status(signed)).toMatchObject({ status: "Contracts Received" })
  expect(again.sandbox.journal().at(-1)?.number).toBe(known.journal.length + 1)
  expect((await signContract(await again.esignUrl(half))).signed).toBe(true)
})

it("nothing of the applicant is stored but the name on the contract", async () => {
  const person = application(undefined, { ssn: "219-44-8171" })
  const { birthdate, grossIncomeMonthly } = part(person, "customer")
  const { routingNumber, accountNumber } = part(person, "bank")
  await (await restart()).call("POST /application", person)
  const kept = readFileSync(file, "latin1")
  for (const secret of ["219-44-8171", "219448171", birthdate, grossIncomeMonthly, routingNumber, accountNumber])
    expect(kept).not.toContain(String(secret))
})

it("the sandbox doesn't start with a file that it didn't write, and leaves it unchanged", async () => {
  writeFileSync(file, "my shopping list")
  await expect(restart()).rejects.toThrow("wasn't written by a sandbox")
  expect(readFileSync(file, "utf8")).toBe("my shopping list")
})
