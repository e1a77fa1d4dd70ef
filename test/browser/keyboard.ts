import type { Page } from "playwright-core"
import { applicant } from "../integration/support/applicant"
import { focusedName, tabTo } from "./support/keyboard.mjs"
import { read, see } from "./support/lease-page"
import { ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"

/** Nothing here moves a mouse. */
export function keyboardTests(room: ShopRoom): void {
  async function atCheckout(): Promise<Page> {
    const shopper = room.shopperWithCart()
    const page = await room.visitAs(shopper)
    await see(page, "Payment")
    return page
  }

  /** Waits for a step of the lease, and for the focus on its heading. */
  async function arriveAt(page: Page, heading: string): Promise<void> {
    await see(page, heading)
    expect(await focusedName(page)).toBe(heading)
  }

  async function press(page: Page, name: string): Promise<void> {
    await tabTo(page, name)
    await page.keyboard.press("Enter")
  }

  async function openContract(page: Page): Promise<void> {
    await press(page, "Review and sign")
    await arriveAt(page, "Your lease contract")
    await page.frameLocator("iframe").getByRole("button", { name: "Submit" }).waitFor()
  }

  it("goes from the checkout to the order by keyboard alone, each step beginning at its heading", async () => {
    const page = await atCheckout()
    await tabTo(page, "Lease-to-own")
    await page.keyboard.press("Space")
    await see(page, "Before you apply")
    expect(await focusedName(page)).toBe("Lease-to-own")
    await tabTo(page, /^I agree/)
    await page.keyboard.press("Space")
    await press(page, "Start application")
    await arriveAt(page, "Your application")
    await typeForm(page)
    await press(page, "Apply")
    await arriveAt(page, "You are approved")
    await openContract(page)
    for (const consent of [/first payment/, /payments that follow/]) {
      await tabTo(page, consent)
      await page.keyboard.press("Space")
    }
    await tabTo(page, "Sign here")
    for (let place = 1; place <= 3; place++) {
      const left = page.frameLocator("iframe").getByText("Signed: ")
      await page.keyboard.press("Enter")
      await left.nth(place - 1).waitFor()
    }
    await page.frameLocator("iframe").locator("#submit:focus").waitFor()
    // A browser whose frame goes away under the key never answers that the key arrived.
    page.keyboard.press("Enter").catch(() => undefined)
    await arriveAt(page, "Thank you")
    expect(await ordersOf(room)).toHaveLength(1)
  })

  it("names what is missing, and Enter leads to the field", async () => {
    const page = await atCheckout()
    await tabTo(page, "Lease-to-own")
    await page.keyboard.press("Space")
    await tabTo(page, /^I agree/)
    await page.keyboard.press("Space")
    await press(page, "Start application")
    await press(page, "Apply")
    await read(page, "Please check these fields:")
    expect(await page.getByRole("alert").and(page.locator(":focus")).count()).toBe(1)
    await press(page, "Date of birth: Please fill this in.")
    expect(await focusedName(page)).toBe("Date of birth")
  })

  it("stays in the contract's dialog: Escape in the page closes it and gives the focus back, in the frame it does nothing, and where something is signed it asks first", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toOffer()
    const page = await room.visitAs(shopper)
    await see(page, "You are approved")
    await openContract(page)
    expect(await stopsOf(page)).toContain("DIALOG")
    await closeAndOpenAgain(page)
    await escapeInFrame(page)
    await escapeHalfSigned(page)
  })
}

const dialog = (page: Page) => page.getByRole("dialog")

/** The elements that hold the focus on the way of Tab around an open dialog. */
async function stopsOf(page: Page): Promise<Set<string>> {
  const stops = new Set<string>()
  for (let stop = 0; stop < 20; stop++) {
    await page.keyboard.press("Tab")
    stops.add(await page.evaluate(() => String(document.activeElement?.closest("dialog, body")?.tagName)))
  }
  // The browser's own window comes between the last stop and the first one. It shows up here as the body.
  expect(await page.evaluate(() => document.querySelectorAll("main :focus").length)).toBe(0)
  return stops
}

async function closeAndOpenAgain(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Close", exact: true }).focus()
  await page.keyboard.press("Escape")
  await page.getByRole("button", { name: "Continue signing" }).waitFor()
  expect([await dialog(page).count(), await focusedName(page)]).toEqual([0, "Continue signing"])
  // Nothing changes the second time, and the button is the very same.
  await page.keyboard.press("Enter")
  await see(page, "Your lease contract")
  expect(await focusedName(page)).toBe("Your lease contract")
  await page.keyboard.press("Escape")
  await dialog(page).waitFor({ state: "detached" })
  expect(await focusedName(page)).toBe("Continue signing")
  // The button waits until the store was asked again.
  await page.getByRole("button", { name: "Continue signing" }).click()
  await page.frameLocator("iframe").getByRole("button", { name: "Submit" }).waitFor()
}

async function escapeInFrame(page: Page): Promise<void> {
  await tabTo(page, /first payment/)
  await page.keyboard.press("Escape")
  await page.keyboard.press("Escape")
  // The key arrived: the box that has the focus still takes the next one.
  await page.keyboard.press("Space")
  await page.frameLocator("iframe").locator(":checked").waitFor()
  expect(await dialog(page).isVisible()).toBe(true)
}

async function escapeHalfSigned(page: Page): Promise<void> {
  // A browser left to itself closes a dialog after a few of them, whatever the page says. Tab would count as a new wish.
  for (let round = 1; round <= 3; round++) {
    await page.getByRole("button", { name: "Close", exact: true }).focus()
    await page.keyboard.press("Escape")
    await read(page, "Your contract is not signed yet. Close anyway?")
    expect(await focusedName(page)).toBe("Keep signing")
    await page.keyboard.press("Escape")
    expect(await page.getByText("Close anyway?").isVisible()).toBe(false)
  }
  expect(await dialog(page).isVisible()).toBe(true)
}

/** Types every field of the form, one Tab after the other. */
async function typeForm(page: Page): Promise<void> {
  const { customer, bank } = applicant()
  const { paymentFrequency } = customer
  const values: [label: string, keys: string][] = [
    ["Date of birth", dayKeys(customer.birthdate)],
    ["Social Security number or ITIN", customer.ssn],
    ["Monthly income before taxes", String(customer.grossIncomeMonthly)],
    ["How often you are paid", "Every two"],
    ["Last payday", dayKeys(paymentFrequency.lastPayDate)],
    ["Next payday", dayKeys(paymentFrequency.nextPayDate)],
    ["Routing number", bank.routingNumber],
    ["Account number", bank.accountNumber],
  ]
  for (const [label, keys] of values) {
    await tabTo(page, label)
    await page.keyboard.type(keys)
  }
}

/** The keys for a date field of an American browser. */
function dayKeys(day: string): string {
  const [year, month, date] = day.split("-")
  return `${month}${date}${year}`
}
