import { secondOperator } from "../../demo/lease-settings.mjs"
import { kitTexts } from "../support/languages"
import { focusedName } from "./support/keyboard.mjs"
import { contractFrame, fillForm, openForm, press, read, see, signIn } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { countOf, ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

const { screens, buttons, steps } = kitTexts("en").dictionary.texts
const NOT_APPROVED = screens.second_heading.replace("{former}", "Sandbox Leasing")
const SSN = "[name='customer.ssn']"

/** Somebody whom one operator has denied, and another one, as in the demo. */
export function secondLookTests(room: ShopRoom): void {
  beforeAll(() => room.setOptions(secondOperator(room.second)))
  afterAll(() => room.setOptions({}))

  it("is offered after a denial, with its own name, consent and empty form, and leads to the order", async () => {
    const page = await room.visitAs(room.shopperWithCart(), { reducedMotion: "reduce" })
    await openForm(page)
    await fillForm(page, "denied")
    await press(page, buttons.apply)
    await see(page, NOT_APPROVED)
    expect(await focusedName(page)).toBe(NOT_APPROVED)
    await read(page, /^Sandbox Leasing did not approve your application\..* apply to Maple Leasing/)
    await read(page, /^Maple Leasing decides/)
    const consent = page.getByRole("checkbox", { name: /sent to Maple Leasing/ })
    expect(await consent.isChecked()).toBe(false)
    const message = await lookAt(page, "second look")
    expect(room.second.journal()).toEqual([])
    // The window of the company that denied is no longer offered either.
    expect(await page.getByRole("radio", { name: "Sandbox Leasing" }).count()).toBe(0)

    // A reload finds the same, and without the consent nothing opens.
    await page.reload()
    await see(page, NOT_APPROVED)
    expect(await page.getByText(screens.method_denied).count()).toBe(0)
    await press(page, buttons.start)
    await see(page, NOT_APPROVED)
    await consent.check()
    await press(page, buttons.start)
    await see(page, steps.form)
    expect(await page.locator(SSN).inputValue()).toBe("")
    const form = await lookAt(page, "second look, form")
    await fillForm(page)
    await press(page, buttons.apply)
    await see(page, steps.offer)
    await press(page, buttons.sign)
    await signIn(contractFrame(page))
    await see(page, "Thank you")
    await read(page, "Maple Leasing")
    const placed = await lookAt(page, "order after a second look")
    expect({ message, form, placed }).toEqual({ message: CLEAN, form: CLEAN, placed: CLEAN })
    expect([countOf(room, "POST /application"), room.second.leases().length]).toEqual([1, 1])
    const [order] = await ordersOf(room)
    expect(await room.ledger.ofOrder(order?.id ?? "")).toMatchObject({ account: "maple", status: "placed" })
  })
}
