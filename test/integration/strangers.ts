import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { LeaseRecord } from "../../src/modules/lease/ledger"
import { applicant } from "./support/applicant"
import { widgetOptions } from "./support/hosted-lease"
import type { Answer, Http } from "./support/http"
import { storeRules } from "./support/lease-store"
import { sentMails } from "./support/sent-mails"
import { mapleOf } from "./support/two-accounts"

const ROUTES = join(__dirname, "../../src/api/store/lease-to-own/carts/[id]")
const notices = { shoppers: { store: "Harbor & Home", link: "https://shop.example/checkout?cart={cartId}" } }

type Requests = Record<string, (stranger: Http, path: string) => Promise<Answer>[]>

/** What anyone who knows a cart's id can send, by route. `""`: the view. */
const REQUESTS: Requests = {
  "": (stranger, path) => [stranger.get(path)],
  application: (stranger, path) =>
    [applicant(), {}].flatMap((application) =>
      ["default-2", "maple/default-2", "old"].map((version) =>
        stranger.post(path, {
          application,
          consent: { accepted: ["application"], version },
          idempotencyKey: "a-stranger's attempt",
        }),
      ),
    ),
  approval: (stranger, path) => [stranger.post(path), stranger.post(path, { code: "12345678" })],
  "approval-code": (stranger, path) => [stranger.post(path)],
  choice: (stranger, path) => [stranger.post(path, { chosen: true }), stranger.post(path, { chosen: false })],
  contract: (stranger, path) => [stranger.post(path)],
  offer: (stranger, path) => [stranger.post(path)],
  signature: (stranger, path) => [stranger.post(path, { hint: "done" })],
  widget: (stranger, path) => [stranger.post(path)],
  "widget-events": (stranger, path) => [stranger.post(path, { event: "onCancel", token: "x".repeat(40) })],
}
const ALL = Object.keys(REQUESTS)
/** With a free cart, anyone may begin with these. */
const BEGINNING = ["application", "approval-code", "widget"]

type State = Partial<LeaseRecord>
/** An application has the cart, and nothing is signed. */
const HELD: State[] = [
  ...(["submitting", "undecided", "pending", "denied", "approved", "offered", "signing", "canceling"] as const).map(
    (status) => ({ status }),
  ),
  { status: "signing", contracts_received_at: new Date() },
]
/** It is signed, so anyone with the cart may order it. */
const SIGNED: State[] = [{ status: "signed", evidence: "verified" }, { status: "placing" }]
const FREE: State[] = [{ status: "open" }, { status: "canceled" }, { status: "expired" }, { status: "superseded" }]

/** Anyone who knows a cart's id gets the same responses, whatever happened to its application. */
export const strangers = storeRules(
  "a stranger with a cart's id",
  (store) => {
    sentMails(store)

    it("the requests below go to every route", () => {
      const routes = readdirSync(ROUTES).filter((name) => name !== "route.ts")
      expect(["", ...routes].sort()).toEqual([...ALL].sort())
    })

    it.each([
      ["the shopper's email address", {}],
      ["another email address, which anyone can enter", { email: "mallory@shopper.example" }],
    ])("learns nothing from the responses for a cart with %s", async (_, change) => {
      const shopper = await store.filled()
      await shopper.toContract()
      await shopper.startPayment()
      const cart = `/store/carts/${shopper.cartId}`
      const stranger = shopper.as(null)
      await stranger.post(cart, change)

      /** The readable content of the responses in this state, by route. */
      async function answersIn(state: State, routes: string[]): Promise<Record<string, unknown>> {
        const fresh = { contracts_received_at: null, evidence: "none", status_at: new Date() } as const
        await store.rows().changeLease({ ...fresh, ...state })
        const answers: Record<string, unknown> = {}
        for (const route of routes) {
          const path = `/store/lease-to-own/carts/${shopper.cartId}${route && `/${route}`}`
          const sent = REQUESTS[route]?.(stranger, path) ?? [stranger.post(`${cart}/complete`)]
          answers[route] = (await Promise.all(sent)).map(({ status, body, headers }) => {
            const { date: _, ...rest } = Object.fromEntries(headers)
            return { status, body, headers: rest }
          })
        }
        return answers
      }

      const [first = {}, ...others] = HELD
      const known = await answersIn(first, [...ALL, "complete"])
      for (const state of others) expect([state, await answersIn(state, [...ALL, "complete"])]).toEqual([state, known])
      const { complete: _order, ...routes } = known
      for (const state of SIGNED) expect([state, await answersIn(state, ALL)]).toEqual([state, routes])

      const without = [...ALL, "complete"].filter((route) => !BEGINNING.includes(route))
      await store.sql("update lease set deleted_at = now()")
      const none = await answersIn({}, without)
      await store.sql("update lease set deleted_at = null")
      for (const state of FREE) expect([state, await answersIn(state, without)]).toEqual([state, none])
    })
  },
  (sandbox) => ({
    ...{ notices, secondLook: "maple", accounts: [{ id: "maple", ...mapleOf(sandbox) }] },
    ...widgetOptions(sandbox),
  }),
)
