import type { Frame, Page } from "playwright-core"
import { contractFrame, press, read, see, signIn } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"
import { until } from "./support/until"

const DONE = { text: "Post Process: Complete", success: true }

/** The dialog around the contract: whom it believes, and what it does when the frame stays dark. */
export function frameTests(room: ShopRoom): void {
  /** A page with the contract open. */
  async function openContract({ blocked = false } = {}): Promise<Page> {
    const shopper = room.shopperWithCart()
    await shopper.toOffer()
    const page = await room.visitAs(shopper)
    await see(page, "You are approved")
    await page.clock.install()
    if (blocked) await page.route(`${room.sandbox.contractOrigin}/**`, (route) => route.abort())
    await press(page, "Review and sign")
    await see(page, "Your lease contract")
    if (!blocked) await contractFrame(page).getByRole("button", { name: "Submit" }).waitFor()
    return page
  }

  /** Posts to the shop's page from the window of `from`. */
  async function post(from: Page | Frame | null | undefined, message: unknown): Promise<void> {
    await from?.evaluate((sent) => window.parent.postMessage(sent, "*"), message)
  }

  /** Posts to the shop from a page of the contract's own origin in another frame. */
  async function postFromOtherFrame(page: Page, message: unknown): Promise<void> {
    await page.evaluate((src) => {
      const frame = Object.assign(document.createElement("iframe"), { id: "other", src })
      document.body.append(frame)
      return new Promise((resolve) => frame.addEventListener("load", resolve))
    }, `${room.sandbox.contractOrigin}/contract/of-somebody-else`)
    await post(await (await page.$("#other"))?.contentFrame(), message)
  }

  /** Everything posted so far was heard: messages are handed over in order. */
  async function allHeard(page: Page): Promise<void> {
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener("message", ({ data }) => data === "last" && resolve(null))
          postMessage("last", "*")
        }),
    )
  }

  it('believes "done" from the contract alone, asks the store even then, and orders nothing when it is not signed', async () => {
    const page = await openContract()
    const before = room.calls()
    const strangers: [string, () => Promise<void>][] = [
      ["the shop's own window", () => post(page, DONE)],
      ["another window of the contract's origin", () => postFromOtherFrame(page, DONE)],
    ]
    for (const [from, say] of strangers) {
      await say()
      await allHeard(page)
      const isOpen = await page.getByRole("dialog").isVisible()
      expect({ from, isOpen, calls: room.calls() }).toEqual({ from, isOpen: true, calls: before })
    }
    await post(room.contractOf(page), DONE)
    await read(page, "Checking your signature …")
    await until(async () => {
      await page.clock.runFor(1000)
      return page.getByRole("heading", { name: "You are approved", exact: true }).isVisible()
    })
    await read(page, "Your contract is not signed yet.")
    expect(await ordersOf(room)).toEqual([])
    expect(room.sandbox.leases()[0]?.state).toBe("Contracts")
  })

  it("asks before a half signed contract is closed, and goes with the page when the shopper goes back", async () => {
    const page = await openContract()
    const frame = contractFrame(page)
    for (const consent of [0, 1]) await frame.getByRole("checkbox").nth(consent).check()
    await frame.getByRole("button", { name: "Sign here" }).first().click()
    await page.getByRole("status").filter({ hasText: "1 of 3 signatures" }).waitFor()
    await press(page, "Close")
    await read(page, "Your contract is not signed yet. Close anyway?")
    expect(await lookAt(page, "contract, asking")).toEqual(CLEAN)
    await press(page, "Keep signing")
    await page.evaluate(() => location.assign("#/cart"))
    await see(page, "Your cart")
    expect(await page.getByRole("dialog").count()).toBe(0)
  })

  it("says within 15 s that a contract stays dark, and goes on when it is signed in a tab of its own", async () => {
    const page = await openContract({ blocked: true })
    expect(await page.getByText("This is taking longer than usual.").isVisible()).toBe(false)
    await page.clock.runFor(15_000)
    await read(page, "This is taking longer than usual.")
    expect(await lookAt(page, "contract, dark")).toEqual(CLEAN)
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Open in a new tab" }).click(),
    ])
    await signIn(tab)
    await tab.getByText("Signed. The first payment was received; you can go back to the shop.").waitFor()
    await page.clock.runFor(5000)
    await see(page, "Thank you")
    expect(await ordersOf(room)).toHaveLength(1)
  })
}
