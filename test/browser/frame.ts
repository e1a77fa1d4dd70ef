import { signContract } from "lease-to-own-sandbox"
import type { Frame, Page } from "playwright-core"
import { contractFrame, passUntilSeen, press, read, see, signIn } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { countOf, ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

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

  const frameOf = (page: Page) => page.frames().find((frame) => frame.url().startsWith(room.sandbox.contractOrigin))

  /** Posts to the shop's page from the window of `from`. */
  async function post(from: Page | Frame | undefined, message: unknown): Promise<void> {
    await from?.evaluate((sent) => window.parent.postMessage(sent, "*"), message)
  }

  /** Posts to the shop from a page of the contract's own origin in another frame. */
  async function postFromOtherFrame(page: Page, message: unknown): Promise<void> {
    await page.evaluate((src) => {
      const frame = document.createElement("iframe")
      frame.id = "other"
      frame.src = src
      document.body.append(frame)
      return new Promise((resolve) => frame.addEventListener("load", resolve))
    }, `${room.sandbox.contractOrigin}/contract/of-somebody-else`)
    await post((await (await page.$("#other"))?.contentFrame()) ?? undefined, message)
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
      ["the contract, but longer than 2 kB", () => post(frameOf(page), { ...DONE, text: DONE.text.padEnd(3000) })],
      ["the contract, but unknown", () => post(frameOf(page), { text: "Post Process: Complete!", success: true })],
    ]
    for (const [from, say] of strangers) {
      await say()
      await allHeard(page)
      const isOpen = await page.getByRole("dialog").isVisible()
      expect({ from, isOpen, calls: room.calls() }).toEqual({ from, isOpen: true, calls: before })
    }
    await post(frameOf(page), DONE)
    await read(page, "Checking your signature …")
    await passUntilSeen(page, "You are approved")
    await read(page, "Your contract is not signed yet.")
    expect(await ordersOf(room)).toEqual([])
    expect(room.sandbox.leases()[0]?.state).toBe("Contracts")
  })

  it("tells how far the signing is, asks before it closes a contract that is half signed, lets a shopper say after a minute that all is, and goes when they go back", async () => {
    const page = await openContract()
    const frame = contractFrame(page)
    await frame.getByRole("checkbox").nth(0).check()
    await frame.getByRole("checkbox").nth(1).check()
    await frame.getByRole("button", { name: "Sign here" }).first().click()
    await page.getByRole("status").filter({ hasText: "1 of 3 signatures" }).waitFor()
    await press(page, "Close")
    await read(page, "Your contract is not signed yet. Close anyway?")
    await press(page, "Keep signing")
    expect(await page.getByRole("dialog").isVisible()).toBe(true)
    await press(page, "Close")
    await press(page, "Close anyway")
    await page.getByRole("button", { name: "Continue signing" }).waitFor()
    expect(await page.getByRole("dialog").count()).toBe(0)

    await press(page, "Continue signing")
    await frame.getByRole("button", { name: "Submit" }).waitFor()
    const finished = page.getByRole("button", { name: "I have finished signing" })
    expect(await finished.isVisible()).toBe(false)
    await page.clock.runFor(60_000)
    await finished.waitFor()
    await page.evaluate(() => location.assign("#/cart"))
    await see(page, "Your cart")
    expect(await page.getByRole("dialog").count()).toBe(0)
  })

  it("offers to say that it is signed only when all is, and finds it signed when the frame's last message is lost", async () => {
    const page = await openContract()
    const finished = page.getByRole("button", { name: "I have finished signing" })
    expect(await finished.isVisible()).toBe(false)
    const frame = frameOf(page)
    await post(frame, { text: "Signature: All completed" })
    await finished.waitFor()
    await signContract(room.sandbox.leases()[0]?.esignUrl ?? "")
    await page.clock.runFor(5000)
    await see(page, "Thank you")
  })

  it("asks for another card when the first one is declined", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toApproval("carddeclined")
    const page = await room.visitAs(shopper)
    await press(page, "Review and sign")
    const frame = contractFrame(page)
    await signIn(frame)
    await page.getByRole("status").filter({ hasText: "The card was declined. Try another one." }).waitFor()
    await frame.getByLabel("Card number").fill("4111111111111111")
    await frame.getByLabel("Expires, MM/YY").fill("12/49")
    await frame.getByLabel("Security code").fill("123")
    await frame.getByRole("button", { name: "Submit" }).click()
    await see(page, "Thank you")
  })

  it("says within 15 s that a contract stays dark, and goes on when it is signed in a tab of its own", async () => {
    const page = await openContract({ blocked: true })
    expect(await page.getByText("This is taking longer than usual.").isVisible()).toBe(false)
    await page.clock.runFor(15_000)
    await read(page, "This is taking longer than usual.")
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

  it("is readable for all while it stays dark, and fetches a fresh address when it is tried again", async () => {
    const page = await openContract({ blocked: true })
    await page.clock.runFor(15_000)
    await read(page, "This is taking longer than usual.")
    const dark = await lookAt(page, "contract, dark")
    await page.unroute(`${room.sandbox.contractOrigin}/**`)
    await press(page, "Try again")
    await contractFrame(page).getByRole("button", { name: "Submit" }).waitFor()
    expect(countOf(room, "GET /application/contract")).toBe(2)
    expect(await page.getByText("This is taking longer than usual.").isVisible()).toBe(false)
    expect(dark).toEqual(CLEAN)
  })

  it("leaves the other method usable when the contract stays dark", async () => {
    const page = await openContract({ blocked: true })
    await press(page, "Close")
    await press(page, "Choose another payment method")
    await press(page, "Place order")
    await see(page, "Thank you")
  })
}
