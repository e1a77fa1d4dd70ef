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
