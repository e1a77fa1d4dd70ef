import { contractFrame, fillForm, openForm, press, see, signIn } from "./support/lease-page"
import { countOf, ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

/** Reloads are tried on every screen in `screens.ts`. Here: the back button, two tabs, a wrong clock, a lost answer. */
export function resumeTests(room: ShopRoom): void {
  it("leads back from the form to what was before it, shows it again empty after Back, and asks before Back, Forward or a link leads away from what was typed", async () => {
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

  it("sends one application from two tabs, and finds in one what was ordered in the other", async () => {
    const first = await room.visitAs(room.shopperWithCart())
    const second = await first.context().newPage()
    await second.goto(first.url())
    const tabs = [first, second]
    for (const page of tabs) {
      await openForm(page)
      await fillForm(page)
    }
    await Promise.all(tabs.map((page) => press(page, "Apply")))
    for (const page of tabs) await see(page, "You are approved")
    expect(countOf(room, "POST /application")).toBe(1)
    for (const page of tabs) {
      await page.reload()
      await page.getByRole("button", { name: "Review and sign" }).waitFor()
    }
    await first.bringToFront()
    await press(first, "Review and sign")
    await signIn(contractFrame(first))
    await see(first, "Thank you")
    await second.bringToFront()
    await press(second, "Review and sign")
    await see(second, "Thank you")
    expect(await ordersOf(room)).toHaveLength(1)
  })

  it("goes on after a reload with a contract that was opened, by a clock that is a day ahead and later a day behind, and orders once when the answer is lost", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toOffer()
    const page = await room.visitAs(shopper)
    await page.clock.setSystemTime(Date.now() + 86_400_000)
    await press(page, "Review and sign")
    await contractFrame(page).getByRole("button", { name: "Submit" }).waitFor()
    await page.clock.setSystemTime(Date.now() - 86_400_000)
    await page.reload()
    await see(page, "You are approved")
    // The store hears it; its answer goes nowhere.
    await page.route("**/complete", async (route) => {
      await route.fetch()
      await route.abort()
    })
    await press(page, "Continue signing")
    await signIn(contractFrame(page))
    await see(page, "Thank you")
    expect(await ordersOf(room)).toHaveLength(1)
  })
}
