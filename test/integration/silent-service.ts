import { setTimeout } from "node:timers/promises"
import { deskOf } from "../support/ledger"
import { applicant } from "./support/applicant"
import type { Answer } from "./support/http"
import { CANCEL, LeaseDesk, PRICING } from "./support/lease-desk"
import { type LeaseStore, storeRules } from "./support/lease-store"

const APPLICATION = "POST /application"
const CART = "POST /application/cart"
const CONTRACT = "GET /application/contract"
/** The least that option `requestTimeoutMs` may be. */
const REQUEST_MS = 10_000
/** Less than a single call waits without a deadline: 45 seconds, the default of `timeoutMs`, and a question does it three times. */
const LONGEST_MS = 40_000

/** The service takes each call, does what it says, and never answers, until {@link LeaseDesk.statusAgain}. */
function hangs(store: LeaseStore, ...routes: string[]): void {
  for (const route of routes) store.sandbox.fault({ route, fault: "timeout", times: 1000 })
}

/** Each one's answer, when all ask at once; "still held" where only the timeout of a call would bring one. */
async function told(requests: Record<string, () => Promise<Answer>>): Promise<Record<string, unknown>> {
  const tooLong = setTimeout(LONGEST_MS, "still held", { ref: false })
  const asked = Object.entries(requests).map(async ([name, ask]) => [name, await Promise.race([ask(), tooLong])])
  return Object.fromEntries(await Promise.all(asked))
}

function shortRequests(store: LeaseStore): void {
  beforeEach(() => {
    const desk = deskOf(store.container)
    jest.replaceProperty(desk, "options", { ...desk.options, requestTimeoutMs: REQUEST_MS })
  })
  afterEach(() => jest.restoreAllMocks())
}

export const silentForShoppers = storeRules("a service that never answers", (store) => {
  const desk = new LeaseDesk(store)
  shortRequests(store)

  /** A shopper who has taken so many steps; each is a person of their own at the service. */
  async function behind(steps: number) {
    const shopper = await store.filled()
    const { customer, ...rest } = applicant()
    const application = { ...rest, customer: { ...customer, ssn: `512-68-310${steps}` } }
    const apply = () => shopper.apply(undefined, { application })
    if (steps > 0) await apply()
    if (steps > 1) await shopper.offer()
    if (steps > 2) await shopper.signAt((await shopper.contract()).body.url)
    if (steps > 3) {
      await shopper.signature()
      await shopper.startPayment()
    }
    return { shopper, apply }
  }

  it("a silent service holds no shopper longer than a request's time limit, and each request takes effect once", async () => {
    const applies = await behind(0)
    const { shopper: offers } = await behind(1)
    const { shopper: opens } = await behind(2)
    const { shopper: signs } = await behind(3)
    const { shopper: completes } = await behind(4)
    await store.pass("11 minutes")
    hangs(store, APPLICATION, CART, CONTRACT, PRICING)
    const silent = { code: "service_unreachable", message: expect.stringContaining("did not answer") }
    expect(
      await told({
        apply: () => applies.apply(),
        offer: () => offers.offer(),
        contract: () => opens.contract(),
        signature: () => signs.signature(),
        complete: () => completes.complete(),
      }),
    ).toMatchObject({
      apply: { status: 200, body: { status: "undecided", messages: [{ code: "undecided" }] } },
      offer: { status: 504, body: { code: "answer_lost", message: expect.stringContaining("Nothing was signed") } },
      contract: { status: 503, body: { code: "contract_unavailable", message: expect.stringContaining("Try again") } },
      signature: { status: 200, body: { signature: "unreachable", messages: [silent] } },
      complete: { status: 500, body: silent },
    })
    await desk.statusAgain()
    // So many calls were without an answer that the next ones would be refused at once.
    await store.admin.post("/admin/lease-to-own/connection-check")
    await store.pass("61 seconds")
    expect(await applies.apply()).toMatchObject({ status: 200, body: { status: "approved" } })
    await store.order(completes)
    expect(store.sandbox.leases()).toHaveLength(5)
  })
})

export const silentForStaff = storeRules("a service that never answers", (store) => {
  const desk = new LeaseDesk(store)
  shortRequests(store)

  it("a silent service holds staff no longer than a request's time limit, cancels each contract once, and doesn't stop shipping", async () => {
    const unpaid = await desk.awaiting()
    await desk.statusAgain()
    const [canceled, pressed, packed] = [await desk.placed(), await desk.placed(), await desk.placed()]
    await store.pass("11 minutes")
    hangs(store, CANCEL, PRICING)
    const unknown = { code: "result_unknown", message: expect.stringContaining("Check the lease") }
    expect(
      await told({
        cancel: () => store.merchant.cancel(canceled),
        action: () => desk.post(pressed, "cancel_contract"),
        pack: () => store.merchant.pack(packed),
        pay: () => store.merchant.checkStatus(unpaid),
        connection: () => store.admin.post("/admin/lease-to-own/connection-check"),
      }),
    ).toMatchObject({
      cancel: { status: 500, body: unknown },
      action: { status: 200, body: { result: "refused", refusal: unknown } },
      // A service that cannot be asked does not stop the store.
      pack: { status: 200 },
      pay: { status: 422, body: { code: "service_unreachable" } },
      connection: { status: 200, body: { result: "unreachable" } },
    })
    await desk.statusAgain()
    await store.admin.post("/admin/lease-to-own/connection-check")
    expect((await store.merchant.cancel(canceled)).status).toBe(200)
    expect(await desk.act(pressed, "retry")).toMatchObject({ result: "done", lease: { state: "canceled" } })
    expect(desk.count(CANCEL)).toBe(2)
  })
})
