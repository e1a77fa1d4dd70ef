import { openForm, press, read, see, signIn } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

/** What a shopper does with the browser itself: its Back and Forward, and a tab beside the shop. Reloads are tried on every screen in `screens.ts`. */
export function resumeTests(room: ShopRoom): void {
  it("the browser asks before Back, Forward or a link leaves typed values, and then shows the form empty", async () => {
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

  it("a contract that stays blank for 15 s can be signed in its own tab, and then the shop continues", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toOffer()
    const page = await room.visitAs(shopper)
    await see(page, "You are approved")
    await page.clock.install()
    await page.route(`${room.sandbox.contractOrigin}/**`, (route) => route.abort())
    await press(page, "Review and sign")
    await see(page, "Your lease contract")
    await page.clock.runFor(15_000)
    await read(page, "This is taking longer than usual.")
    expect(await lookAt(page, "contract, dark")).toEqual(CLEAN)
    const [tab] = await Promise.all([
      page.context().waitForEvent("page"),
      page.getByRole("link", { name: "Open in a new tab" }).click(),
    ])
    await signIn(tab)
    await tab.getByText("Signed. The first payment was received. You can go back to the shop.").waitFor()
    await page.clock.runFor(5000)
    await see(page, "Thank you")
    expect(await ordersOf(room)).toHaveLength(1)
  })
}
