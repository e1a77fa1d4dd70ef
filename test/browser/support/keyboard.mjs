/** @typedef {import("playwright-core").Page} Page */

/** More stops than any page of a shop has. */
const MOST_STOPS = 80

/**
 * Presses Tab until what is called `name` has the focus, also inside of a frame.
 *
 * @param {Page} page
 * @param {string | RegExp} name
 */
export async function tabTo(page, name) {
  await tabUntil(page, String(name), (focused) => (typeof name === "string" ? focused === name : name.test(focused)))
}

/**
 * The same for an element that has no name, as some shops' fields.
 *
 * @param {Page} page
 * @param {import("playwright-core").Locator} element
 */
export async function tabToElement(page, element) {
  const isFocused = () => element.evaluate((node) => node === document.activeElement)
  if (!(await isFocused())) await tabUntil(page, String(element), isFocused)
}

/** @param {Page} page @param {string} aim @param {(focused: string) => boolean | Promise<boolean>} isThere */
async function tabUntil(page, aim, isThere) {
  /** @type {string[]} */
  const passed = []
  while (passed.length < MOST_STOPS) {
    await page.keyboard.press("Tab")
    const focused = await focusedName(page)
    if (await isThere(focused)) return
    passed.push(focused)
  }
  throw new Error(`Tab never comes to ${aim}, only to: ${passed.join(" | ")}`)
}

/**
 * The name of what has the focus: its label, or its own text.
 *
 * @param {Page} page
 * @returns {Promise<string>}
 */
export async function focusedName(page) {
  return nameIn(page.mainFrame())
}

/** @param {import("playwright-core").Frame} frame @returns {Promise<string>} */
async function nameIn(frame) {
  const active = (await frame.evaluateHandle(() => document.activeElement)).asElement()
  const inner = await active?.contentFrame()
  if (inner) return nameIn(inner)
  const name = await active?.evaluate((element) => {
    const labels = /** @type {HTMLInputElement} */ (element).labels ?? []
    return element.ariaLabel ?? [...labels].map((label) => label.innerText).join(" ") ?? ""
  })
  const text = await active?.evaluate((element) => /** @type {HTMLElement} */ (element).innerText)
  return (name || (text ?? "")).trim()
}

/**
 * Types every field of the form that a cart leaves empty, one Tab after the other.
 *
 * @param {Page} page
 * @param {Pick<import("../../../demo/applicant.mjs").Applicant, "customer" | "bank">} applicant
 */
export async function typeApplication(page, { customer, bank }) {
  const { birthdate, cellPhone, ssn, grossIncomeMonthly, paymentFrequency } = customer
  for (const [label = "", keys = ""] of [
    ["Mobile phone", cellPhone],
    ["Date of birth", dayKeys(birthdate)],
    ["Social Security number or ITIN", ssn],
    ["Monthly income before taxes", String(grossIncomeMonthly)],
    ["How often you are paid", "Every two"],
    ["Last payday", dayKeys(paymentFrequency.lastPayDate)],
    ["Next payday", dayKeys(paymentFrequency.nextPayDate)],
    ["Routing number", bank.routingNumber],
    ["Account number", bank.accountNumber],
  ]) {
    await tabTo(page, label)
    await page.keyboard.type(keys)
  }
}

/** The keys for a date field of an American browser. @param {string} day @returns {string} */
function dayKeys(day) {
  const [year, month, date] = day.split("-")
  return `${month}${date}${year}`
}

/** Agrees and signs in all places of the contract, up to the last key. @param {Page} page @param {import("playwright-core").FrameLocator} frame */
export async function signByKeyboard(page, frame) {
  for (const consent of [/first payment/, /following payments/]) {
    await tabTo(page, consent)
    await page.keyboard.press("Space")
  }
  await tabTo(page, "Sign here")
  for (let place = 0; place < 3; place++) {
    await page.keyboard.press("Enter")
    await frame.getByText("Signed: ").nth(place).waitFor()
  }
  await frame.locator("#submit:focus").waitFor()
}
