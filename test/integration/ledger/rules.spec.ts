import { randomUUID } from "node:crypto"
import { LEASE_STATUSES } from "../../support/ledger"
import { describeLedger } from "../support/ledger-room"

/** Rules that the database enforces on its own, no matter who writes. */
describeLedger("rules of the tables", (room) => {
  const lease = (columns: Record<string, unknown>) => {
    const row: Record<string, unknown> = {
      id: randomUUID(),
      reference: randomUUID(),
      cart_id: randomUUID(),
      currency_code: "usd",
      lease_key_hashes: "[]",
      attention: "[]",
      status_at: new Date(),
      ...columns,
    }
    return insert("lease", row)
  }
  const task = (columns: Record<string, unknown>) =>
    insert("lease_task", {
      id: randomUUID(),
      lease_id: "lease_1",
      kind: "read_status",
      due_at: new Date(),
      detail: "{}",
      ...columns,
    })
  const insert = (table: string, row: Record<string, unknown>) =>
    room.sql(
      `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map(() => "?")})`,
      Object.values(row),
    )
  const unique = { code: "23505" }

  it("one open lease per cart, beside any number of closed ones", async () => {
    for (const status of ["cancelled", "expired", "superseded", "cancelled"]) await lease({ cart_id: "cart_1", status })
    await lease({ cart_id: "cart_1", status: "open" })
    for (const status of ["open", "signed", "placed", "denied", "cancelling"])
      await expect(lease({ cart_id: "cart_1", status })).rejects.toMatchObject(unique)
  })

  it("one live lease per application id, beside any number of dead ones", async () => {
    for (const status of ["cancelled", "expired", "superseded", "denied", "returned"])
      await lease({ application_id: "1", status })
    await lease({ application_id: "1", status: "approved" })
    for (const status of ["approved", "signing", "placed", "cancelling"])
      await expect(lease({ application_id: "1", status })).rejects.toMatchObject(unique)
  })

  it("one lease per order, and one per reference", async () => {
    await lease({ order_id: "order_1", reference: "L-1" })
    await expect(lease({ order_id: "order_1" })).rejects.toMatchObject(unique)
    await expect(lease({ reference: "L-1" })).rejects.toMatchObject(unique)
  })

  it("one open exclusive task per lease, and one open task per lease and kind", async () => {
    await task({ kind: "cancel_contract" })
    for (const kind of ["place_order", "confirm_delivery", "return_lease", "cancel_contract"])
      await expect(task({ kind })).rejects.toMatchObject(unique)
    await task({ kind: "read_status" })
    await expect(task({ kind: "read_status", state: "running" })).rejects.toMatchObject(unique)
    await task({ kind: "read_status", state: "done" })
    await task({ kind: "confirm_delivery", lease_id: "lease_2" })
  })

  it("one attempt id per cart", async () => {
    const attempt = { lease_id: "lease_1", cart_id: "cart_1", attempt_hash: "a", network: "n", mailbox: "m" }
    await insert("lease_attempt", { id: "1", ...attempt })
    await expect(insert("lease_attempt", { id: "2", ...attempt })).rejects.toMatchObject(unique)
  })

  it("no status but those of the state machine", async () => {
    for (const status of LEASE_STATUSES) await lease({ status, application_id: null })
    await expect(lease({ status: "forgotten" })).rejects.toMatchObject({ code: "23514" })
  })
})
