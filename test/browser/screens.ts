import type { Page } from "playwright-core"
import { kitTexts, TRANSLATIONS } from "../support/languages"
import { sideways } from "./support/accessibility.mjs"
import { contractFrame, fillForm, openForm, press, read, see } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import type { ShopRoom } from "./support/shop-room"

/**
 * Screens of the shop: readable for all, in both color schemes, on a narrow phone, and the same after a reload. Those to which a test of
 * `purchase.ts`, `signing.ts` or `frame.ts` walks are looked at there.
 */
export function screenTests(room: ShopRoom): void {
  const chooseLease = (page: Page) => page.getByRole("radio", { name: "Lease-to-own", exact: true }).check()

  async function reload(page: Page, heading: string): Promise<void> {
    await page.reload()
    await see(page, heading)
  }

  it("are clean from the catalog to the form", async () => {
    const page = await room.visitAs(room.shopperWithCart(), { page: "#/", reducedMotion: "reduce" })
    const looks: object[] = []
    const look = async (name: string) => void looks.push({ name, ...(await lookAt(page, name)) })
    await see(page, "Gift card")
    await look("catalog")
    await page.goto(`${room.shopUrl}/#/cart`)
    await reload(page, "Your cart")
    await look("cart")
    await page.goto(`${room.shopUrl}/#/checkout`)
    await see(page, "Payment")
    await press(page, "Change")
    await page.getByRole("button", { name: "Save and continue" }).waitFor()
    await look("delivery form")
    await reload(page, "Payment")
    await look("payment methods")
    await chooseLease(page)
    await see(page, "Before you apply")
    await look("before the application")
    await reload(page, "Before you apply")
    await openForm(page)
    await look("application form")
    await reload(page, "Your application")
    await press(page, "Apply")
    await read(page, "Please check these fields:")
    await look("form with problems")
    await reload(page, "Your application")
    expect(looks).toHaveLength(7)
    expect(looks).toEqual(looks.map((one) => ({ ...one, ...CLEAN })))
  })

  it("are clean where the method is not available", async () => {
    const shopper = room.shopperWithCart()
    await shopper.addItem("gift-card")
    const page = await room.visitAs(shopper, { reducedMotion: "reduce" })
    await see(page, "Payment")
    expect(await lookAt(page, "method not available")).toEqual(CLEAN)
  })

  it("are clean while there is no decision, no answer, or an application on its way", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toApproval("pending")
    const page = await room.visitAs(shopper, { reducedMotion: "reduce" })
    await see(page, "No decision yet")
    const pending = await lookAt(page, "no decision")
    await room.sql("update lease set status = 'undecided', status_at = now()")
    await reload(page, "No decision yet")
    const unanswered = await lookAt(page, "no answer")
    await room.sql("update lease set status = 'submitting', status_at = now()")
    await reload(page, "Waiting for a decision")
    const deciding = await lookAt(page, "deciding")
    expect({ pending, unanswered, deciding }).toEqual({ pending: CLEAN, unanswered: CLEAN, deciding: CLEAN })
  })

  it("are clean from the offer to the contract in its dialog, and back", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toOffer()
    const page = await room.visitAs(shopper, { reducedMotion: "reduce" })
    await see(page, "You are approved")
    const offer = await lookAt(page, "offer")
    await page.clock.install()
    await press(page, "Review and sign")
    await contractFrame(page).getByRole("checkbox").first().check()
    await page.clock.runFor(15_000)
    await press(page, "Close")
    await read(page, "Close anyway?")
    const asking = await lookAt(page, "contract, asking")
    await press(page, "Keep signing")
    const signing = await lookAt(page, "contract")
    await reload(page, "You are approved")
    await page.getByRole("button", { name: "Continue signing" }).waitFor()
    const left = await lookAt(page, "offer with a contract that was left")
    await shopper.addItem("lamp")
    room.sandbox.fault({ route: "POST /application/cart", fault: "503", times: 20 })
    await reload(page, "Your cart has changed")
    await page.getByRole("alert").filter({ hasText: "did not answer" }).waitFor()
    const changed = await lookAt(page, "cart changed, no new offer")
    await reload(page, "Your cart has changed")
    expect({ offer, asking, signing, left, changed }).toEqual({
      ...{ offer: CLEAN, asking: CLEAN, signing: CLEAN, left: CLEAN, changed: CLEAN },
    })
  })

  it("are clean while an order is placed", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toSignature()
    await room.sql("update lease set status = 'placing', status_at = now()")
    const page = await room.visitAs(shopper, { reducedMotion: "reduce" })
    await see(page, "Placing your order")
    expect(await lookAt(page, "confirming")).toEqual(CLEAN)
  })

  it.each(TRANSLATIONS)("fit a narrow phone in %s, whose words are longer", async (language) => {
    const { steps, screens, buttons, contract } = kitTexts(language).dictionary.texts
    const page = await room.visitAs(room.shopperWithCart(), {
      locale: `${language}-US`,
      viewport: { width: 320, height: 640 },
    })
    const found: Record<string, string[]> = {}
    await page.getByRole("radio", { name: screens.method, exact: true }).check()
    await see(page, steps.intro)
    found.intro = await sideways(page)
    await page.getByRole("checkbox").check()
    await press(page, buttons.start)
    await press(page, buttons.apply)
    found.form = await sideways(page)
    await fillForm(page)
    // Read in every language alike.
    await page.locator("[name='customer.grossIncomeMonthly']").fill("4200")
    await press(page, buttons.apply)
    await see(page, steps.offer)
    found.offer = await sideways(page)
    await press(page, buttons.sign)
    await see(page, contract.title)
    found.contract = await sideways(page)
    expect(found).toEqual({ intro: [], form: [], offer: [], contract: [] })
  })

  it("says in words, and moves nothing, while something is in progress", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toApproval()
    const page = await room.visitAs(shopper, { page: "#/", reducedMotion: "reduce" })
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route("**/offer", async (route) => {
      await held
      await route.continue()
    })
    await page.evaluate(() => location.assign("#/checkout"))
    await page.getByRole("status").filter({ hasText: "Getting your offer …" }).waitFor()
    const looks = await lookAt(page, "waiting")
    goOn()
    await see(page, "You are approved")
    expect(looks).toEqual(CLEAN)
  })
}
