import type { Page } from "playwright-core"
import { applicant } from "../integration/support/applicant"
import { focusedName, signByKeyboard, tabTo, typeApplication } from "./support/keyboard.mjs"
import { read, see } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

/** Nothing here moves a mouse. */
export function keyboardTests(room: ShopRoom): void {
  it("the keyboard alone leads from checkout to order, and each step begins at its heading on an accessible screen", async () => {
    const page = await room.visitAs(room.shopperWithCart(), { reducedMotion: "reduce" })
    const looks: object[] = []
    const look = async (name: string) => void looks.push({ name, ...(await lookAt(page, name)) })
    const arriveAt = async (heading: string) => {
      await see(page, heading)
      expect(await focusedName(page)).toBe(heading)
      await look(heading)
    }
    const press = async (name: string) => {
      await tabTo(page, name)
      await page.keyboard.press("Enter")
    }
    await see(page, "Payment")
    await look("payment methods")
    await tabTo(page, "Lease-to-own")
    await page.keyboard.press("Space")
    await see(page, "Before you apply")
    expect(await focusedName(page)).toBe("Lease-to-own")
    await tabTo(page, /^I agree/)
    await page.keyboard.press("Space")
    await press("Start application")
    await arriveAt("Your application")
    await press("Apply")
    await read(page, "Please check these fields:")
    expect(await page.getByRole("alert").and(page.locator(":focus")).count()).toBe(1)
    await look("form with problems")
    await press("Date of birth: Please fill this in.")
    expect(await focusedName(page)).toBe("Date of birth")
    await page.keyboard.press("Shift+Tab")
    await typeApplication(page, applicant())
    await press("Apply")
    await arriveAt("You are approved")
    await press("Review and sign")
    await arriveAt("Your lease contract")
    const frame = page.frameLocator("iframe")
    await frame.getByRole("button", { name: "Submit" }).waitFor()
    await staysInDialog(page)
    // In the frame Escape does nothing: the box that has the focus still takes the next key.
    await tabTo(page, /first payment/)
    for (const key of ["Escape", "Escape", "Space"]) await page.keyboard.press(key)
    await frame.locator(":checked").waitFor()
    expect(await page.getByRole("dialog").isVisible()).toBe(true)
    await page.keyboard.press("Space")
    await signByKeyboard(page, frame)
    // A browser whose frame goes away under the key never answers that the key arrived.
    page.keyboard.press("Enter").catch(() => undefined)
    await arriveAt("Thank you")
    expect(await ordersOf(room)).toHaveLength(1)
    expect(looks).toEqual(looks.map((one) => ({ ...one, ...CLEAN })))
  })
}

/** Tab goes around an open dialog. The browser's own window comes between the last stop and the first one, and shows up as the body. */
async function staysInDialog(page: Page): Promise<void> {
  const stops: string[] = []
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press("Tab")
    stops.push(
      await page.evaluate(() => {
        const { activeElement, body } = document
        return activeElement === body ? "body" : (activeElement?.closest("dialog, main")?.tagName ?? "")
      }),
    )
  }
  expect([...new Set(stops)].sort()).toEqual(["DIALOG", "body"])
}
