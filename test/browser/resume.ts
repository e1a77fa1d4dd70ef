import type { BrowserContext, Page, Request } from "playwright-core"
import { APPLICANT_SECRETS } from "../integration/support/applicant"
import { contractFrame, fillForm, openForm, press, see, signIn } from "./support/lease-page"
import { countOf, ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

/** Reloads are tried on every screen in `screens.ts`. Here: the back button, two tabs, lost answers, and what is left behind. */
export function resumeTests(room: ShopRoom): void {
  it("leads back from the form to what was before it, shows the form again after Back, and asks before Back, Forward or a link leads away from what was typed", async () => {
    const page = await room.visitAs(room.shopperWithCart())
    const routing = page.getByLabel("Routing number", { exact: true })
    const toCart = () => page.getByRole("link", { name: "Cart 1" }).click()
    const stays = async (leave: () => Promise<unknown>) => {
      const asked = page.waitForEvent("dialog")
      const left = leave()
      await (await asked).dismiss()
      await left
      await page.waitForFunction(() => location.hash === "#/checkout")
      expect(await routing.inputValue()).toBe("021000021")
    }
    await openForm(page)
    await routing.fill("021000021")
    await stays(() => page.goBack())
    page.once("dialog", (dialog) => dialog.accept())
    await page.goBack()
    await see(page, "Before you apply")
    await openForm(page)
    expect(await routing.inputValue()).toBe("")

    await toCart()
    await see(page, "Your cart")
    await page.goBack()
    await see(page, "Your application")
    expect(await page.getByRole("checkbox").isChecked()).toBe(false)
    await routing.fill("021000021")
    await stays(() => page.evaluate(() => history.forward()))
    await stays(toCart)
  })

  it("sends one application from two tabs", async () => {
    const shopper = room.shopperWithCart()
    const first = await room.visitAs(shopper)
    const second = await first.context().newPage()
    await second.goto(first.url())
    for (const page of [first, second]) {
      await openForm(page)
      await fillForm(page)
    }
    await Promise.all([press(first, "Apply"), press(second, "Apply")])
    for (const page of [first, second]) await see(page, "You are approved")
    expect(countOf(room, "POST /application")).toBe(1)
  })

  it("finds in one tab what was ordered in the other", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toOffer()
    const first = await room.visitAs(shopper)
    const second = await first.context().newPage()
    await second.goto(first.url())
    for (const page of [first, second]) await page.getByRole("button", { name: "Review and sign" }).waitFor()
    await first.bringToFront()
    await press(first, "Review and sign")
    await signIn(contractFrame(first))
    await see(first, "Thank you")
    await second.bringToFront()
    await press(second, "Review and sign")
    await see(second, "Thank you")
    expect(await ordersOf(room)).toHaveLength(1)
  })

  it("keeps the form when the store cannot be reached, and sends the same application again", async () => {
    const shopper = room.shopperWithCart()
    const page = await room.visitAs(shopper)
    await openForm(page)
    await fillForm(page)
    await page.context().setOffline(true)
    await press(page, "Apply")
    const words = "We could not reach the store. Check your connection and try again."
    await page.getByRole("alert").filter({ hasText: words }).waitFor()
    await page.context().setOffline(false)
    await press(page, "Apply")
    await see(page, "You are approved")
    expect(countOf(room, "POST /application")).toBe(1)
  })

  it("places the order once when the answer to it is lost", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toOffer()
    const page = await room.visitAs(shopper)
    // The store hears it; its answer goes nowhere.
    await page.route("**/complete", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await press(page, "Review and sign")
    await signIn(contractFrame(page))
    await see(page, "Thank you")
    expect(await ordersOf(room)).toHaveLength(1)
  })

  it("leaves nothing of the form and no contract's address in storage, cookies or addresses", async () => {
    const shopper = room.shopperWithCart()
    const page = await room.visitAs(shopper)
    const requests: Request[] = []
    page.on("request", (request) => requests.push(request))
    const kept: string[] = []
    const keep = async () => void kept.push(await leftBehind(page))
    await openForm(page)
    await fillForm(page)
    await keep()
    await press(page, "Apply")
    await see(page, "You are approved")
    await keep()
    await press(page, "Review and sign")
    await contractFrame(page).getByRole("button", { name: "Submit" }).waitFor()
    await keep()
    const frame = page.frames().find((each) => each.url().startsWith(room.sandbox.contractOrigin))
    const contract = frame?.url() ?? ""
    await signIn(contractFrame(page))
    await see(page, "Thank you")
    await keep()

    // The frame itself must ask for its address, and its own origin may know it.
    const addresses = requests
      .map((request) => request.url())
      .filter((url) => !url.startsWith(room.sandbox.contractOrigin))
    const referrers = await Promise.all(
      requests
        .filter((request) => request.frame() === page.mainFrame())
        .map((request) => request.headerValue("referer")),
    )
    const everything = [...kept, ...addresses, ...referrers].join("\n")
    const token = new URL(contract).pathname.split("/").at(-1) ?? ""
    expect(token.length).toBeGreaterThan(10)
    expect([...APPLICANT_SECRETS, token].filter((secret) => everything.includes(secret))).toEqual([])
    // The lease key is the order's now; the cart's id stays, so that the order is found again.
    const names = await page.evaluate(() => Object.keys(localStorage).sort())
    expect(names).toEqual(["cart_id", expect.stringMatching(/^lease-to-own:order_/)])
  })
}

/** All that a browser keeps of a page, as one text. */
async function leftBehind(page: Page): Promise<string> {
  const inPage = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href]),
  )
  return inPage + JSON.stringify(await cookiesOf(page.context()))
}

async function cookiesOf(context: BrowserContext) {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`)
}
