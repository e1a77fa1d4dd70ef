import { LedgerRefusal } from "../../src/modules/lease/texts/messages"
import { allowRefusal } from "./support/allow-refusal"
import { brokenAtRest, brokenNow } from "./support/at-rest"
import { clearFaults, meet } from "./support/attempts"
import type { Customer } from "./support/customer"
import { customerAt } from "./support/journey"
import { describeFaults } from "./support/room"

const MINUTE = 60_000

/** A proxy swaps two customers' responses. */
describeFaults("answers that are mixed up", (room) => {
  const one = (stage: Parameters<typeof customerAt>[1]) => customerAt(room.main, stage)
  const alerts = async (customer: Customer) => (await customer.lease(room.main)).alerts.map(({ code }) => code)

  it("no one is shown another's contract, and staff have an alert until a response is right again", async () => {
    await one("handed out")
    const customer = await one("offered")
    meet(room, { call: "getContract" }, "mixed-up")
    await expect(customer.contract(room.main)).rejects.toMatchObject({ code: "contract_unavailable" })
    expect(await alerts(customer)).toEqual(["mixed_up_answer"])
    await customer.contract(room.main)
    await customer.sign()
    await customer.verify(room.main)
    expect([(await customer.lease(room.main)).status, await alerts(customer)]).toEqual(["signed", []])
  })

  it("a cart whose response was another's is sent again", async () => {
    await one("offered")
    const customer = await one("applied")
    meet(room, { call: "recordCart" }, "mixed-up")
    await expect(customer.offer(room.main)).rejects.toMatchObject({ code: "answer_lost", kind: "unknown" })
    expect(await alerts(customer)).toEqual(["mixed_up_answer"])
    expect(await customer.offer(room.main)).toMatchObject({ status: "offered", alerts: [] })
  })

  it("for hours, no unsigned contract is verified, ordered or captured, and no signed one is lost", async () => {
    const signer = await one("signed")
    const other = await one("handed out")
    await allowRefusal(() => signer.verify(room.main))
    for (const call of ["getPricing", "getContract", "recordCart"] as const) meet(room, { call }, "mixed-up", 1000)
    for (const minutes of [1, 5, 20, 60]) {
      room.pass(minutes * MINUTE)
      for (const customer of [other, signer]) {
        await allowRefusal(() => customer.verify(room.main))
        await customer.place(room.main).catch((error) => expect(error).toBeInstanceOf(LedgerRefusal))
      }
      await room.main.runJob()
      expect(await brokenNow(room)).toEqual([])
      expect(await other.lease(room.main)).toMatchObject({ status: "signing", evidence: "reported", order_id: null })
    }
    expect(await alerts(other)).toEqual(["mixed_up_answer"])
    await clearFaults(room)
    expect(await brokenAtRest(room)).toEqual([])
    expect(await other.lease(room.main)).toMatchObject({ status: "signing", alerts: [] })
    expect((await signer.lease(room.main)).order_id).not.toBeNull()
  })
})
