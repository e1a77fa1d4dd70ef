import { fakeLeaseView } from "../../packages/react/src/fake-view"
import { en } from "../../packages/storefront/src/en"
import { LEASE_STEPS } from "../unit/react/steps"
import { checkoutViews, pressEveryButton } from "./support/every-button.mjs"
import { CLEAN, findProblems } from "./support/find-problems"
import { openForm, read, see } from "./support/lease-page"
import type { ShopRoom } from "./support/shop-room"

/** The flow continues from this step without the shopper. */
const VIEWS = checkoutViews(fakeLeaseView, LEASE_STEPS).filter(([name]) => !["ready", "no offer yet"].includes(name))

/** Screens of the shop: readable for all, in both color schemes, on a narrow phone. Keyboard use is tested in `kit.ts`. */
export function screenTests(room: ShopRoom): void {
  it("the screens of every step survive a reload and pass axe, light and dark, narrow and with reduced motion", async () => {
    const page = await room.visitWithCart({ reducedMotion: "reduce" })
    await page.goto(`${room.shopUrl}/#/`)
    const checks: object[] = []
    const check = async (name: string) => void checks.push({ name, ...(await findProblems(page)) })
    await see(page, "Gift card")
    await check("catalog")
    await page.goto(`${room.shopUrl}/#/cart`)
    await see(page, "Your cart")
    await check("cart")
    await page.goto(`${room.shopUrl}/#/checkout`)
    await see(page, "Payment")
    await check("payment methods")
    await page.getByRole("button", { name: "Change" }).click()
    await page.getByRole("button", { name: "Save and continue" }).waitFor()
    await check("delivery form")
    await page.goto(`${room.shopUrl}/mail`)
    await check("e-mails of the demo")
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

  it("every button of every screen does in the shop what it says", async () => {
    const page = await room.visitWithCart()
    const invoice = page.getByRole("radio", { name: "Invoice" })
    let visits = 0
    const shop = {
      async open() {
        await page.goto(`${room.shopUrl}/?visit=${++visits}#/checkout`)
        await page.getByRole("radio", { name: "Lease-to-own", exact: true }).check()
      },
      isOther: () => invoice.and(page.locator(":checked:focus")).waitFor(),
      isCart: () => see(page, "Your cart"),
    }
    const views = checkoutViews(fakeLeaseView, LEASE_STEPS)
    expect(await pressEveryButton(page, shop, { buttons: en.texts.buttons, views })).toEqual([])
    // A fresh page for each of some sixty buttons takes minutes on a busy machine.
  }, 600_000)
}
