import { Modules } from "@medusajs/framework/utils"
import { deskOf } from "../../support/ledger"
import type { LeaseStore } from "./lease-store"

/** Lets these fail once, besides opening and authorizing a session and the first record of a placed order. `tries`: cuts in all. */
export function cutOff({ container }: LeaseStore, ...more: [on: object, name: string][]) {
  const payments = container.resolve(Modules.PAYMENT)
  const cuts = [...more, [payments, "createPaymentSession"], [payments, "authorizePaymentSession"]]
  const leases = deskOf(container).store
  const move = leases.move.bind(leases)
  let recorded = 0
  jest.spyOn(leases, "move").mockImplementation(async (id, event, change) => {
    if (event === "order_placed" && ++recorded === 1) throw new Error("cut")
    return move(id, event, change)
  })
  const fail = (() => Promise.reject(new Error("cut"))) as never
  const spies = cuts.map(([on, name]) => jest.spyOn(on as never, name as never).mockImplementationOnce(fail))
  return {
    tries: cuts.length + 1,
    expectRetried: () => {
      expect(spies.every((spy) => spy.mock.calls.length > 1)).toBe(true)
      expect(recorded).toBeGreaterThan(1)
    },
  }
}
