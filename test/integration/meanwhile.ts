import { isPlaced, type LeaseRecord } from "../support/ledger"
import { eventually } from "./support/eventually"
import { productRoute, reprice, stock } from "./support/goods"
import { type LeaseStore, storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"

type Take = (shopper: Shopper, url: { contract?: string }) => Promise<unknown>
/** `begin`: from a filled cart to behind this step. `take`: this step alone. */
type Step = { name: string; begin: Take; take: Take }

/** A checkout, request by request. */
const STEPS: Step[] = [
  { name: "the application", begin: (shopper) => shopper.toApproval(), take: (shopper) => shopper.apply() },
  { name: "the offer", begin: (shopper) => shopper.toOffer(), take: (shopper) => shopper.offer() },
  {
    name: "the contract",
    begin: async (shopper, url) => {
      url.contract = await shopper.toContract()
    },
    take: async (shopper, url) => {
      url.contract = (await shopper.contract()).body.url
    },
  },
  {
    name: "the signature",
    begin: (shopper) => shopper.sign(),
    take: async (shopper, url) => url.contract && shopper.signAt(url.contract),
  },
  {
    name: "the report of the signature",
    begin: (shopper) => shopper.toSignature(),
    take: (shopper) => shopper.signature(),
  },
  {
    name: "the choice of the payment",
    begin: (shopper) => shopper.readyToOrder(),
    take: (shopper) => shopper.startPayment().catch(() => undefined),
  },
]
const AFTER_CONTRACT = STEPS.findIndex(({ name }) => name === "the contract")

/** Changes in the store meanwhile; and why the order of a contract that is out cannot be placed then, where it cannot. */
const EVENTS: [string, string | null, (store: LeaseStore) => Promise<unknown>][] = [
  [
    "lease-to-own is switched off in the region",
    "provider_off",
    ({ admin, shop }) => admin.post(`/admin/regions/${shop.regionId}`, { payment_providers: ["pp_system_default"] }),
  ],
  ["the last piece is sold", "out_of_stock", (store) => stock(store, "SOFA", 0)],
  [
    "the goods are unpublished",
    null,
    async (store) => store.admin.post(await productRoute(store, "sofa"), { status: "draft" }),
  ],
  ["the price rises", null, (store) => reprice(store, "sofa", [{ currency_code: "usd", amount: 500 }])],
]

/**
 * Goods and prices change between two requests of a checkout: no lease is signed whose order cannot be placed, but for
 * what core itself refuses once the contract is out, which the card says.
 */
export const meanwhile = storeRules("a checkout during which the store changes", (store) => {
  const leaseOf = async ({ cartId }: Shopper) => (await store.ledger.leftOfCart(cartId)) as LeaseRecord

  describe.each(EVENTS)("%s", (_event, refusal, happen) => {
    it.each(STEPS.map(({ name, begin }, place) => [name, place, begin] as const))("behind %s", async (...row) => {
      const [, place, begin] = row
      const shopper = store.shopper()
      await shopper.fillCart()
      const url = {}
      await begin(shopper, url)
      await happen(store)
      for (const { take } of STEPS.slice(place + 1)) await take(shopper, url)
      const { body } = await shopper.complete()
      if (body.type === "order") await eventually(() => leaseOf(shopper), isPlaced)
      else {
        await store.pass("5 minutes")
        await store.runJob()
      }

      const lease = await leaseOf(shopper)
      // The offer brings the cart up to date, so a new price is signed and ordered.
      if (place < AFTER_CONTRACT && body.type !== "order")
        return expect(["approved", "offered"]).toContain(lease.status)
      const [task] = await store.ledger.tasksOf([lease.id])
      expect([lease.status, lease.attention.map(({ code }) => code), refusal && task?.last_error?.code]).toEqual(
        refusal ? ["signed", ["signed_without_order"], refusal] : ["placed", [], null],
      )
    })
  })
})
