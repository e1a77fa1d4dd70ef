import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { signContract } from "lease-to-own-sandbox"
import { application, Bench, cart } from "./support"

describe("a sandbox with a memory", () => {
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
    bench = await Bench.start({ port: 0, contractPort: 0, memoryFile: file })
    return bench
  }
  async function signed(): Promise<string> {
    const { json } = await (await restart()).call("POST /application", application())
    const id = String(json.applicationId)
    await bench?.call("POST /application/cart", cart(id))
    const contract = await bench?.call("GET /application/contract", undefined, { query: `?applicationId=${id}` })
    await signContract(String(contract?.json.esignUrl))
    return id
  }

  it("knows its leases, its calls and its clock after a restart", async () => {
    const id = await signed()
    bench?.sandbox.advanceDays(3)
    const before = { lease: bench?.sandbox.lease(id), journal: bench?.sandbox.journal() }
    await bench?.call("GET /application/cart/pricing", undefined, { query: `?applicationId=${id}` })
    const after = (await restart()).sandbox
    expect(after.lease(id)).toMatchObject({ state: "Lease Accepted" })
    expect(after.journal().slice(0, -1)).toEqual(before.journal)
    expect(
      (await bench?.call("DELETE /application/contract", undefined, { query: `?applicationId=${id}` }))?.status,
    ).toBe(204)
    expect(after.journal().at(-1)?.number).toBe(5)
  })

  it("goes on with a contract that was half signed", async () => {
    const { json } = await (await restart()).call("POST /application", application())
    const id = String(json.applicationId)
    await bench?.call("POST /application/cart", cart(id))
    const query = `?applicationId=${id}`
    const first = await bench?.call("GET /application/contract", undefined, { query })
    await signContract(String(first?.json.esignUrl), { upTo: "signatures" })
    await restart()
    const again = await bench?.call("GET /application/contract", undefined, { query })
    expect((await signContract(String(again?.json.esignUrl))).signed).toBe(true)
  })

  it("keeps nothing of the person who applied but the name on the contract", async () => {
    await (await restart()).call(
      "POST /application",
      application(undefined, { ssn: "219-44-8171", birthdate: "1979-05-23" }),
    )
    const kept = readFileSync(file, "latin1")
    for (const secret of ["219-44-8171", "219448171", "1979-05-23", "4321.5", "111000025", "000123456789"])
      expect(kept).not.toContain(secret)
  })

  it("refuses to start on a file that is none of its own, and leaves it as it is", async () => {
    writeFileSync(file, "my shopping list")
    await expect(restart()).rejects.toThrow("is no memory of a sandbox")
    expect(readFileSync(file, "utf8")).toBe("my shopping list")
  })
})

describe("a sandbox that is taken back to an earlier moment", () => {
  let bench: Bench
  beforeEach(async () => {
    bench = await Bench.start({ port: 0, contractPort: 0 })
  })
  afterEach(() => bench.close())
  const person = application()
  const apply = async () => String((await bench.call("POST /application", person)).json.applicationId)
  const query = (id: string) => ({ query: `?applicationId=${id}` })

  it("knows its leases, calls and clock as they were then, as often as it is asked to", async () => {
    const id = await apply()
    bench.sandbox.advanceDays(3)
    const then = { leases: bench.sandbox.leases(), journal: bench.sandbox.journal() }
    const memory = bench.sandbox.save()
    for (const _time of [1, 2]) {
      await bench.call("POST /application/cart", cart(id))
      const contract = await bench.call("GET /application/contract", undefined, query(id))
      expect((await signContract(String(contract.json.esignUrl))).signed).toBe(true)
      bench.sandbox.restore(memory)
      expect({ leases: bench.sandbox.leases(), journal: bench.sandbox.journal() }).toEqual(then)
    }
  })

  it("knows who had applied, and forgets who came later and which faults waited", async () => {
    const id = await apply()
    const memory = bench.sandbox.save()
    bench.sandbox.reset()
    expect(await apply()).not.toBe(id)
    bench.sandbox.fault({ route: "POST /application", fault: "503" })
    bench.sandbox.restore(memory)
    expect(await apply()).toBe(id)
  })
})
