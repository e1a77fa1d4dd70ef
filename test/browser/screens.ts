import { fakeLeaseView } from "../../packages/react/src/fake-view"
import { makers } from "../../packages/storefront/playground/makers"
import { checkoutViews } from "../../packages/storefront/playground/states.mjs"
import { CLEAN, findProblems } from "./support/find-problems"
import { openForm, press, read, see } from "./support/lease-page"
import type { ShopRoom } from "./support/shop-room"

/** The flow continues from this step without the shopper. */
const VIEWS = checkoutViews(makers).filter(([name]) => !["ready", "offer-none-yet"].includes(name))

/** Screens of the shop: readable for all, in both color schemes, on a narrow phone. Keyboard use and the effect of each button are tested in `kit.ts`. */
export function screenTests(room: ShopRoom): void {
  it("the screens of every step survive a reload and pass axe, light and dark, narrow and with reduced motion", async () => {
    const page = await room.visitWithCart({ reducedMotion: "reduce" })
    await page.goto(`${room.shopUrl}/#/`)
    const checks: object[] = []
    const check = async (name: string) => void checks.push({ name, ...(await findProblems(page)) })
    await see(page, "Gift card")
    await check("catalog")
    await page.goto(`${room.shopUrl}/#/product/sofa`)
    await read(page, "$858.00")
    await check("product")
    await page.goto(`${room.shopUrl}/#/product/washer`)
    await page.getByLabel("ZIP code").waitFor()
    await check("question for the ZIP code")
    await page.getByLabel("ZIP code").fill("78701")
    await press(page, "Show payments")
    await read(page, "$1,499.00")
    await check("answer to it")
    await page.goto(`${room.shopUrl}/#/cart`)
    await see(page, "Your cart")
    await read(page, "Lease now, own later")
    await check("cart")
    await page.goto(`${room.shopUrl}/#/checkout`)
    await see(page, "Payment")
    await read(page, "Lease now, own later")
    await check("payment methods")
    await page.getByRole("button", { name: "Change" }).click()
    await page.getByRole("button", { name: "Save and continue" }).waitFor()
    await check("delivery form")
    await page.goto(`${room.shopUrl}/mail`)
    await check("emails of the demo")
    await page.goto(`${room.shopUrl}/#/checkout`)
    await page.getByRole("radio", { name: "Lease-to-own", exact: true }).check()
    let shown = fakeLeaseView()
    await page.route("**/lease-to-own/carts/*", (route) => route.fulfill({ json: shown }))
    for (const [name, view] of VIEWS) {
      shown = view
      await page.reload()
      const { reasons, step } = view
      if (reasons[0]) await read(page, reasons[0].message)
      else await page.locator(`[data-lease-screen="${step}"]`).waitFor()
      await check(name)
    }
    shown = fakeLeaseView()
    await page.reload()
    await openForm(page)
    await check("form")
    // Its response never comes.
    await page.route("**/offer", () => undefined)
    shown = fakeLeaseView("offer", { offer: null })
    await page.reload()
    await page.getByRole("status").filter({ hasText: "Getting your offer …" }).waitFor()
    await check("waiting")
    expect(checks).toEqual(checks.map((one) => ({ ...one, ...CLEAN })))
  })

  it("a button for the cart leads to the shop's cart", async () => {
    const page = await room.visitWithCart()
    await page.route("**/lease-to-own/carts/*", (route) => route.fulfill({ json: fakeLeaseView("over_limit") }))
    await page.goto(`${room.shopUrl}/#/checkout`)
    await page.getByRole("radio", { name: "Lease-to-own", exact: true }).check()
    await press(page, "Change the cart")
    await see(page, "Your cart")
  })
}
