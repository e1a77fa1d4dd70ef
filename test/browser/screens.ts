import type { Page } from "playwright-core"
import { stock } from "../integration/support/goods"
import type { Shopper } from "../integration/support/shopper"
import { kitTexts, TRANSLATIONS } from "../support/languages"
import { sideways } from "./support/accessibility.mjs"
import { contractFrame, fillForm, openForm, press, read, see } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import type { ShopRoom } from "./support/shop-room"

type Screen = {
  name: string
  /** Its heading; a reload leads there again. */
  heading: string
  /** The shopper's steps so far, elsewhere. */
  before?: (shopper: Shopper) => Promise<unknown>
  hash?: string
  /** The shopper's steps on the page. */
  here?: (page: Page) => Promise<unknown>
}

/** Each screen of the shop: readable for all, in both color schemes, on a narrow phone, and the same after a reload. */
export function screenTests(room: ShopRoom): void {
  const offered = (shopper: Shopper) => shopper.toOffer()
  const lookedAt = (shopper: Shopper) => shopper.toContract()
  const signed = (shopper: Shopper) => shopper.toSignature()
  const chooseLease = (page: Page) => page.getByRole("radio", { name: "Lease-to-own", exact: true }).check()
  const change = (page: Page) => press(page, "Change")

  const screens: Screen[] = [
    { name: "catalog", heading: "Gift card", hash: "#/" },
    { name: "cart", heading: "Your cart", hash: "#/cart" },
    { name: "payment methods", heading: "Payment" },
    { name: "delivery form", heading: "Payment", here: change },
    { name: "method not available", heading: "Payment", before: (shopper) => shopper.addItem("gift-card") },
    { name: "before the application", heading: "Before you apply", here: chooseLease },
    { name: "application form", heading: "Your application", here: openForm },
    {
      name: "form with problems",
      heading: "Your application",
      here: async (page) => {
        await openForm(page)
        await press(page, "Apply")
      },
    },
    {
      name: "deciding",
      heading: "Waiting for a decision",
      before: async (shopper) => {
        await shopper.toApproval()
        await room.sql("update lease set status = 'submitting', status_at = now()")
      },
    },
    { name: "no decision", heading: "No decision yet", before: (shopper) => shopper.toApproval("pending") },
    {
      name: "denied",
      heading: "Not approved",
      before: (shopper) => shopper.toApproval("denied"),
      here: chooseLease,
    },
    { name: "offer", heading: "You are approved", before: offered },
    {
      name: "approved for less",
      heading: "You are approved for less",
      before: (shopper) => shopper.toApproval("lowlimit"),
    },
    {
      name: "signed, first payment open",
      heading: "Your contract is signed",
      before: async (shopper) => {
        await shopper.toOffer("notpaid")
        await shopper.signAt((await shopper.contract()).body.url)
        await shopper.signature()
      },
    },
    {
      name: "no answer",
      heading: "No decision yet",
      before: async (shopper) => {
        await shopper.toApproval("pending")
        await room.sql("update lease set status = 'undecided', status_at = now()")
      },
    },
    { name: "offer with a contract that was left", heading: "You are approved", before: lookedAt },
    {
      name: "cart changed, no new offer",
      heading: "Your cart has changed",
      before: async (shopper) => {
        await offered(shopper)
        await shopper.addItem("lamp")
        room.sandbox.fault({ route: "POST /application/cart", fault: "503", times: 20 })
      },
      here: (page) => page.getByRole("alert").filter({ hasText: "did not answer" }).waitFor(),
    },
    {
      name: "confirming",
      heading: "Placing your order",
      before: async (shopper) => {
        await signed(shopper)
        await room.sql("update lease set status = 'placing', status_at = now()")
      },
    },
    {
      name: "order failed",
      heading: "Your order is not placed yet",
      before: async (shopper) => {
        await signed(shopper)
        await stock(room, "SOFA", 0)
      },
    },
    {
      name: "another cart than the signed one",
      heading: "This cart is not the one you signed for",
      before: async (shopper) => {
        await signed(shopper)
        await shopper.addItem("lamp")
      },
    },
    {
      name: "order placed",
      heading: "Thank you",
      hash: "#/order",
      before: (shopper) => shopper.readyToOrder().then(() => shopper.complete()),
    },
  ]

  it.each(screens)("$name", async ({ name, heading, before, hash, here }) => {
    const shopper = room.shopperWithCart()
    await before?.(shopper)
    const page = await room.visitAs(shopper, { page: hash, reducedMotion: "reduce" })
    if (here) await see(page, hash === undefined ? "Payment" : heading)
    await here?.(page)
    await see(page, heading)
    const looks = await lookAt(page, name)
    await page.reload()
    await see(page, heading)
    expect(looks).toEqual(CLEAN)
  })

  it("the contract in its dialog", async () => {
    const shopper = room.shopperWithCart()
    await offered(shopper)
    const page = await room.visitAs(shopper, { reducedMotion: "reduce" })
    await page.clock.install()
    await press(page, "Review and sign")
    await contractFrame(page).getByRole("checkbox").first().check()
    await page.clock.runFor(15_000)
    await press(page, "Close")
    await read(page, "Close anyway?")
    const asking = await lookAt(page, "contract, asking")
    await press(page, "Keep signing")
    const signing = await lookAt(page, "contract")
    await page.reload()
    await see(page, "You are approved")
    expect({ asking, signing }).toEqual({ asking: CLEAN, signing: CLEAN })
  })

  it("a contract that stays dark", async () => {
    const shopper = room.shopperWithCart()
    await offered(shopper)
    const page = await room.visitAs(shopper, { reducedMotion: "reduce" })
    await page.clock.install()
    await page.route(`${room.sandbox.contractOrigin}/**`, (route) => route.abort())
    await press(page, "Review and sign")
    await see(page, "Your lease contract")
    await page.clock.runFor(15_000)
    await read(page, "This is taking longer than usual.")
    expect(await lookAt(page, "contract, dark")).toEqual(CLEAN)
  })

  it.each(TRANSLATIONS)("fits a narrow phone in %s, whose words are longer", async (language) => {
    const { steps, screens, buttons, contract } = kitTexts(language).dictionary.texts
    const shopper = room.shopperWithCart()
    const page = await room.visitAs(shopper, { locale: `${language}-US`, viewport: { width: 320, height: 640 } })
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
