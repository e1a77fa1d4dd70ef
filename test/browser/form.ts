import { en } from "../../packages/storefront/src/en"
import type { KitRoom } from "./kit"
import type { LeaseWindow } from "./support/fake-page"

declare const lease: LeaseWindow

const { steps, buttons, problems } = en.texts
const SSN = "900123456"

/** What only a browser shows of the application form, in every renderer. */
export function formTests(room: KitRoom): void {
  const control = (name: string) => room.page.locator(`[name="customer.${name}"]`)
  const button = (name: string) => room.page.getByRole("button", { name, exact: true })

  async function openForm(): Promise<void> {
    await room.open("")
    await room.page.getByRole("checkbox").check()
    await button(buttons.start).click()
    await room.page.getByRole("heading", { name: steps.form }).waitFor()
  }

  test.each([1440, 390])(
    "at %d pixels, the first press on Apply counts, even right after the amount was typed",
    async (width) => {
      await openForm()
      await room.page.setViewportSize({ width, height: 900 })
      await button(buttons.apply).click()
      const error = room.page.getByText(problems.required, { exact: true })
      expect(await error.count()).toBe(4)
      await control("firstName").fill("Ana")
      await control("ssn").fill(SSN)
      await control("paymentFrequency.frequency").selectOption("weekly")
      await control("grossIncomeMonthly").click()
      await room.page.keyboard.type("4200")
      expect(await error.count()).toBe(0)
      const { x = 0, y = 0, width: wide = 0 } = (await button(buttons.apply).boundingBox()) ?? {}
      // As by hand, near the upper edge. A click() would locate the button again.
      await room.page.mouse.move(x + wide / 2, y + 4)
      await room.page.mouse.down()
      await room.page.getByText("$4,200.00").waitFor()
      await room.page.mouse.up()
      await room.page.getByRole("heading", { name: steps.offer }).waitFor()
      expect(await room.page.evaluate(() => lease.client.applications.length)).toBe(1)
    },
  )

  test("a secret is masked, but never a password that the browser would offer to keep, nor a text that it would check", async () => {
    await openForm()
    const shown = () =>
      control("ssn").evaluate((input: HTMLInputElement) => {
        const { webkitTextSecurity } = getComputedStyle(input) as CSSStyleDeclaration & { webkitTextSecurity: string }
        const { type, autocomplete, inputMode, spellcheck } = input
        return { type, autocomplete, inputMode, spellcheck, webkitTextSecurity }
      })
    const text = { type: "text", autocomplete: "off", inputMode: "numeric", spellcheck: false }
    expect(await shown()).toEqual({ ...text, webkitTextSecurity: "disc" })
    await room.page.getByRole("button", { name: new RegExp(`^${buttons.show}:`) }).click()
    expect(await shown()).toEqual({ ...text, webkitTextSecurity: "none" })
    await room.page.getByRole("button", { name: new RegExp(`^${buttons.hide}:`) }).click()
    expect(await shown()).toEqual({ ...text, webkitTextSecurity: "disc" })
  })
}
