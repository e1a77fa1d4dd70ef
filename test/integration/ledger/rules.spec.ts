import { LEASE_STATUSES, type LeaseStatus, type TaskRecord } from "../../support/ledger"
import type { LeaseColumns, TaskColumns } from "../../support/ledger-rows"
import { describeLedger } from "../support/ledger-room"

/** Rules that the database enforces on its own, no matter who writes. */
describeLedger("rules of the tables", (room) => {
  const lease = (columns: LeaseColumns) => room.rows.addLease(columns)
  const task = (columns: TaskColumns & Pick<TaskRecord, "kind">) =>
    room.rows.addTask({ lease_id: "lease_1", ...columns })
  const unique = { code: "23505" }

  it("a cart has one open lease, besides any number of closed ones", async () => {
    const ended = ["canceled", "expired", "superseded", "canceled"] as const
    for (const status of ended) await lease({ cart_id: "cart_1", status })
    await lease({ cart_id: "cart_1", status: "open" })
    for (const status of ["open", "signed", "placed", "denied", "canceling"] as const)
      await expect(lease({ cart_id: "cart_1", status })).rejects.toMatchObject(unique)
  })

  it("an application id has one live lease, besides any number of dead ones", async () => {
    const dead = ["canceled", "expired", "superseded", "denied", "returned"] as const
    for (const status of dead) await lease({ application_id: "1", status })
    await lease({ application_id: "1", status: "approved" })
    for (const status of ["approved", "signing", "placed", "canceling"] as const)
      await expect(lease({ application_id: "1", status })).rejects.toMatchObject(unique)
  })

  it("an order has one lease, and so has a reference", async () => {
    await lease({ order_id: "order_1", reference: "L-1" })
    await expect(lease({ order_id: "order_1" })).rejects.toMatchObject(unique)
    await expect(lease({ reference: "L-1" })).rejects.toMatchObject(unique)
  })

  it("a lease has one open exclusive task, and one open task per kind", async () => {
    await task({ kind: "cancel_contract" })
    for (const kind of ["place_order", "confirm_delivery", "return_lease", "cancel_contract"] as const)
      await expect(task({ kind })).rejects.toMatchObject(unique)
    await task({ kind: "read_status" })
    await expect(task({ kind: "read_status", state: "running" })).rejects.toMatchObject(unique)
    await task({ kind: "read_status", state: "done" })
    await task({ kind: "confirm_delivery", lease_id: "lease_2" })
  })

  it("an attempt id is unique per cart", async () => {
    const attempt = { lease_id: "lease_1", cart_id: "cart_1", attempt_hash: "a", network: "n", mailbox: "m" }
    await room.rows.add("lease_attempt", [{ id: "1", ...attempt }])
    await expect(room.rows.add("lease_attempt", [{ id: "2", ...attempt }])).rejects.toMatchObject(unique)
  })

  it("a lease's status is one of the state machine", async () => {
    for (const status of LEASE_STATUSES) await lease({ status, application_id: null })
    await expect(lease({ status: "forgotten" as LeaseStatus })).rejects.toMatchObject({ code: "23514" })
  })
})
