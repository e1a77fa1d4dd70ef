import { Readable } from "node:stream"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { holdUnconfirmedGoods } from "../../../src/api/guards/orders"
import { POST as choose } from "../../../src/api/store/lease-to-own/carts/[id]/choice/route"
import { recordPlacedOrder } from "../../../src/medusa/pending-calls"
import { readOrder } from "../../../src/medusa/read/orders"
import { settingsOf } from "../../../src/modules/lease/ledger"
import { evaluateAlerts, hasAlert } from "../../../src/modules/lease/rules/alerts"
import { Death, Refusal, type TaxedStore } from "./taxed-store"

type Guard = (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction) => Promise<void>

/** Sends a request through a guard. Throws Refusal if the guard refuses it. */
export async function pass(guard: Guard, { container }: TaxedStore, id: string, body: object = {}): Promise<void> {
  const req = { scope: container, params: { id }, body, headers: {}, socket: {} } as never
  const res = { json: () => {}, status: () => {}, statusCode: 200 } as never
  await guard(req, res, (error?: unknown) => {
    if (!error) return
    if (error instanceof Death) throw error
    throw new Refusal(String(error))
  })
}

/** Sends `POST …/choice`. Throws Refusal if the route refuses it. */
export async function sendChoice({ container }: TaxedStore, chosen: boolean): Promise<void> {
  const body = Readable.from([Buffer.from(JSON.stringify({ chosen }))])
  const req = Object.assign(body, { scope: container, params: { id: "cart_1" }, headers: {}, complete: true })
  const refuse = (status: number): never => {
    throw new Refusal(String(status))
  }
  await choose(req as never, { setHeader: () => {}, json: () => {}, status: refuse } as never)
}

const ORDER = "order_1"

/** Does what the subscriber of `order.placed` does. */
export async function hearOfOrder({ container }: TaxedStore): Promise<void> {
  await recordPlacedOrder(container, ORDER)
}

/** Whether an alert or the log says that nobody charges the order's sales tax. Throws if such an order ships. */
export async function isFound(store: TaxedStore): Promise<boolean> {
  const order = await readOrder(store.container.resolve("query"), ORDER)
  const lease = store.ledger.record
  const facts = lease && { lease, order, pendingCalls: [], now: new Date(0) }
  const { open } = facts ? evaluateAlerts(facts, settingsOf(store.ledger.deps, facts.lease)) : { open: [] }
  const isRaised = hasAlert(open, "untaxed_sale", "untaxed_unconfirmed")
  if (!isRaised && !store.ledger.logged.some((line) => line.includes(ORDER))) return false
  const isHeld = await pass(holdUnconfirmedGoods, store, ORDER).then(
    () => false,
    (error) => {
      if (error instanceof Refusal) return true
      throw error
    },
  )
  if (!isHeld) store.broken.push("a sale that escaped tax doesn't ship")
  return true
}
