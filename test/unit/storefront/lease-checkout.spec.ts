/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { en } from "../../../packages/storefront/src/en"
import type { LeaseView } from "../../../packages/storefront/src/index"
import { aCheckout, closePage, flush, intro, openPage, store } from "./checkout-page"
import { aView } from "./local-store"
import { approved, contract, offered, offline, order, pending, placed, ready, refusal } from "./moments"

const { screens } = en.texts
const still = refusal(409, "pending", "Still no decision.")

beforeEach(openPage)
afterEach(closePage)

describe("checkout screens", () => {
  test("a read that changes nothing keeps screen and focus, and is announced each time", async () => {
    store.on({ GET: pending, offer: still })
    const { checkout, state, heard } = aCheckout(pending)
    const { screen, focus } = state()
    for (let check = 1; check <= 2; check++) {
      await checkout.press("check")
      expect(state()).toMatchObject({ statusText: screens.nothing_new, problem: "" })
    }
    expect([state().screen === screen, state().focus === focus]).toEqual([true, true])
    const said = heard.map((each) => each.statusText).filter((words, at, all) => words !== all[at - 1])
    expect(said).toEqual(["", screens.nothing_new, "", screens.nothing_new])
  })

  test('requesting another code is not announced as "nothing new"', async () => {
    store.on("approval-code", { leaseKey: "key", message: { code: "code_sent", params: {}, message: "Sent." } })
    const { checkout, state } = aCheckout(intro)
    await checkout.press("askCode")
    expect(state()).toMatchObject({
      screen: { heading: screens.code_heading },
      focus: { on: "heading" },
      statusText: "",
    })
    const { focus } = state()
    await checkout.press("askCode")
    expect([state().statusText, state().focus === focus]).toEqual([screens.code_again, true])
  })

  test('work in progress is announced, and its result is not announced as "nothing new"', async () => {
    store.on("offer", offered)
    const { heard, state } = aCheckout(approved)
    await flush()
    expect(heard.some(({ screen, statusText }) => screen.step === "waiting" && statusText === screens.pricing)).toBe(
      true,
    )
    expect(state()).toMatchObject({ screen: { step: "offer" }, statusText: "" })
  })

  test("a placed order shows nothing more, because its page follows", async () => {
    store.on({ complete: order, GET: placed })
    const { state, onPlaced } = aCheckout(ready)
    await flush()
    expect(onPlaced).toHaveBeenCalledTimes(1)
    expect(state().screen.step).toBe("waiting")
  })

  test("what went wrong on one screen isn't shown on the next", async () => {
    store.on("signature", { ...offered, status: "signing", signature: "no_status" })
    const { checkout, client, state } = aCheckout({ ...offered, status: "signing" })
    await checkout.press("signature")
    expect(state().problem).not.toBe("")
    store.on("GET", aView({ status: "signing", step: "first_payment_pending", offer: offered.offer }))
    await client.get()
    expect(state()).toMatchObject({ problem: "", screen: { step: "first_payment_pending" } })
  })

  test("the choice of lease-to-own isn't announced, and the shop's other methods follow once the sales tax is back", async () => {
    const view = (total_changes: boolean) => ({ ...intro, sales_tax: { mode: "by_operator", total_changes } as const })
    store.on("choice", view(false), view(true))
    const order: string[] = []
    const { checkout, heard, onOther } = aCheckout(view(true), {
      onTotalChange: async () => {
        await flush()
        order.push("shown")
      },
    })
    await flush()
    expect(heard.map(({ statusText }) => statusText).filter(Boolean)).toEqual([])
    onOther.mockImplementation(() => order.push("other"))
    await checkout.press("other")
    expect([store.calls(), order]).toEqual([
      ["choice", "choice"],
      ["shown", "shown", "other"],
    ])
  })

  test("an error of the shop's own function rejects the click", async () => {
    const { checkout, onOther } = aCheckout(offered)
    onOther.mockRejectedValue(new Error("mine"))
    await expect(checkout.press("other")).rejects.toThrow("mine")
  })

  const words = { code: "over_limit", params: {}, message: "Too much." }
  const over = aView({ status: "approved", step: "over_limit", messages: [words] })

  test.each<[string, LeaseView, string, string]>([
    ["a refusal that the screen already shows isn't shown twice", over, "over_limit", "Too much."],
    ["the reason why a signed lease has no order is the screen itself", ready, "order_failed", "No sofa."],
  ])("%s", async (_, view, step, message) => {
    const refused = refusal(409, "over_limit", message)
    store.on({ offer: refused, complete: refused, GET: view })
    const { checkout, state } = aCheckout(view)
    await flush()
    if (view === over) await checkout.press("offer")
    expect(state()).toMatchObject({ problem: "", screen: { step } })
    expect(JSON.stringify(state().screen.blocks)).toContain(message)
  })
})

test("the contract shows the operator's contact, and ends when there is an order or the page is left", async () => {
  store.on({ contract, GET: placed })
  for (const leave of ["the order is there", "the page is left"]) {
    const { checkout, client, state } = aCheckout(offered)
    const pressed = checkout.press("sign")
    await flush()
    expect(state().contract?.texts.help).toContain("help@example.com")
    if (leave === "the page is left") checkout.stop()
    else await client.get()
    await pressed
    expect([leave, state().contract]).toEqual([leave, null])
  }
})

test("a page that Back brings back closes its contract and reads where the lease stands", async () => {
  store.on({ contract, GET: [offered, pending] })
  const { checkout, state } = aCheckout(offered)
  const pressed = checkout.press("sign")
  await flush()
  expect(state().contract).not.toBeNull()
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))
  await pressed
  await flush()
  expect(state()).toMatchObject({ contract: null, screen: { step: "undecided" } })
})

test("stopping and starting again shows the current screen without leftovers", async () => {
  store.on({ GET: [pending, offline], offer: still })
  const { checkout, state } = aCheckout(pending)
  await checkout.press("check")
  checkout.stop()
  checkout.start()
  expect(state()).toMatchObject({ screen: { step: "undecided" }, statusText: "", focus: null })
  await checkout.press("check")
  expect(state().problem).not.toBe("")
  checkout.stop()
  checkout.start()
  expect(state()).toMatchObject({ problem: "", focus: null, statusText: "" })
})
