import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Query } from "../../../../src/medusa/read/carts"
import type { LedgerDeps } from "../../../../src/modules/lease"
import type { LeaseRecord, PayoutLease } from "../../../../src/modules/lease/ledger"
import { Findings } from "../../../../src/scripts/restore/findings"
import { findInMedusa } from "../../../../src/scripts/restore/medusa-rows"
import { compareList, openList } from "../../../../src/scripts/restore/operator-list"

const KNOWN = "L-22222-22222"
const LOST = "L-7KQ2M-X4HNP"

/** A ledger with these leases, each named by its reference or application. */
function ledgerOf(...leases: Partial<PayoutLease>[]): LedgerDeps {
  const rows = leases.map((lease, place) => ({
    ...{ id: `lease_${place}`, reference: KNOWN, application_id: null, hosted_id: null, account_id: null },
    ...{ order_display_id: null, status: "placed", placed_at: new Date(0), created_at: new Date(0), ...lease },
  }))
  const named = async ({ names }: { names: readonly string[] }) =>
    rows.filter(({ reference, application_id }) => names.includes(reference) || names.includes(String(application_id)))
  return { store: { payouts: { named } }, options: { timeZone: "UTC" } } as unknown as LedgerDeps
}

const findings = () => {
  const lines: string[] = []
  return { lines, findings: new Findings((line) => void lines.push(line)) }
}

describe("leases that the ledger doesn't have", () => {
  it("are found in Medusa's payments, sessions and notifications, in parts, and named once", async () => {
    const filters: unknown[] = []
    const rows: Record<string, object[]> = {
      payment: Array.from({ length: 1000 }, (_, n) => ({
        id: `pay_${n}`,
        data: { reference: n === 999 ? LOST : KNOWN },
      })),
      payment_session: [
        { id: "payses_1", data: { session_id: "payses_1" } },
        { id: "payses_2", data: { reference: LOST } },
      ],
      notification: [
        { id: "noti_1", data: { references: `${KNOWN}, L-9WVTC-3RDGF` } },
        { id: "noti_2", data: null },
      ],
    }
    const query: Query = {
      graph: async ({ entity, fields, filters: wanted }) => {
        filters.push(wanted)
        if (fields.includes("payment_collection.order.display_id"))
          return { data: [{ id: "pay_999", payment_collection: { order: { display_id: 7 } } }] }
        return { data: wanted && "id" in wanted ? [] : (rows[entity] ?? []) }
      },
    }
    const { lines, findings: found } = findings()
    await findInMedusa(query, ledgerOf({ reference: KNOWN }), found)
    expect(lines).toEqual([
      `lost: lease ${LOST}, found in Medusa's payment pay_999 of order #7`,
      "lost: lease L-9WVTC-3RDGF, found in Medusa's notification noti_1",
    ])
    expect(filters).toContainEqual({ provider_id: "pp_lease-to-own", id: { $gt: "pay_999" } })
  })
})

describe("the operator's list", () => {
  const folder = mkdtempSync(join(tmpdir(), "operator-list-"))
  afterAll(() => rmSync(folder, { recursive: true }))
  const written = (text: string) => {
    const file = join(folder, "list.csv")
    writeFileSync(file, text)
    return file
  }
  const compared = async (text: string, lease: Partial<PayoutLease>, read: string[] = []) => {
    const { lines, findings: found } = findings()
    const list = await openList(written(text), null)
    const counts = await compareList(list, ledgerOf(lease), { read: new Set(read), findings: found })
    return { lines, counts }
  }
  const statusOf = async (word: string, status: LeaseRecord["status"]) => {
    const { lines } = await compared(`Lease ID,Status\n81,${word}\n`, { application_id: "81", status })
    return lines[0]?.split(":")[0] ?? "agrees"
  }

  it.each([
    ...([
      ["Lease Accepted", "placed", "agrees"],
      ["Funded", "placed", "agrees"],
      ["Funded", "delivered", "agrees"],
    ] as const),
    ...([
      ["Active", "placed", "agrees"],
      ["Active", "delivered", "agrees"],
      ["Closed", "returned", "agrees"],
    ] as const),
    ...([
      ["Active", "canceled", "alive"],
      ["signed", "offered", "signed_since"],
      ["Unsigned", "offered", "agrees"],
    ] as const),
    ...([
      ["Cancelled", "placed", "void_since"],
      ["VOIDED", "signed", "void_since"],
      ["Void", "canceled", "agrees"],
    ] as const),
    ...([
      ["Returned", "delivered", "returned_since"],
      ["Delivered", "signed", "without_order"],
    ] as const),
    ...([
      ["Funded", "approved", "without_cart"],
      ["Approved", "approved", "agrees"],
      ["Declined", "denied", "agrees"],
    ] as const),
    ...([["See note", "placed", "agrees"]] as const),
  ])("%s for a lease that is %s here: %s", async (word, status, finding) => {
    expect(await statusOf(word, status)).toBe(finding)
  })

  it("leaves out leases that were just read at the service", async () => {
    const text = "Lease ID;Status\n81;Canceled\n"
    expect((await compared(text, { application_id: "81" })).lines).toHaveLength(1)
    expect((await compared(text, { application_id: "81" }, ["lease_0"])).lines).toEqual([])
  })

  it("names each unknown lease once, except those without a contract", async () => {
    const text = `Reference\tStatus\tAmount\tDate\n${LOST}\tFunded\t12.00\t2026-11-29\n${LOST}\tFunded\t1\t1\n90\tDenied\t\t\n91\t\t\t\nTotal\t\t12\t\n`
    const { lines, counts } = await compared(text, {})
    expect(lines).toEqual([`lost: line 2: ${LOST} ("Funded", 12.00, 2026-11-29)`, "lost: line 5: 91"])
    expect(counts).toEqual({ lines: 4, ended: 1 })
  })

  it.each(["Cancellation requested", "Return requested", "Return initiated", "Cancellation denied", "Return pending"])(
    "names an unknown lease whose status is %s, because its contract may be in force",
    async (word) => {
      const { lines, counts } = await compared(`Lease ID,Status\n81,${word}\n`, {})
      expect(lines).toEqual([`lost: line 2: 81 ("${word}")`])
      expect(counts.ended).toBe(0)
    },
  )

  it("prints cells cut and on one line, without characters that a terminal obeys", async () => {
    const text = `Lease ID,Status\n"81\u001b[2J","Fun\nreleased: x\u0007\u202e${"x".repeat(10_000)}"\n`
    const { lines } = await compared(text, {})
    expect(lines[0]).toMatch(/^lost: line 3: 81 \[2J \("Fun released: x x+…"\)$/)
    expect(lines[0]?.length).toBeLessThan(200)
  })

  it("without a column for the status, it finds unknown leases only", async () => {
    const list = await openList(written("Agreement number\n81\n"), null)
    expect(list.status).toBeNull()
    expect((await compared("Agreement number\n81\n82\n", { application_id: "81" })).lines).toEqual(["lost: line 3: 82"])
  })

  it("refuses columns that can't be told, and broken lines", async () => {
    await expect(openList(written("Name,Status\nx,y\n"), null)).rejects.toThrow(
      "Change the header of that column to Lease",
    )
    await expect(openList(written("Lease ID,Contract,Status\n1,2,x\n"), null)).rejects.toThrow("or more than one")
    await expect(openList(written("Lease,Status\n1\n2,Funded\n"), null)).rejects.toThrow(
      "line 2 has 1 fields instead of 2",
    )
  })
})
