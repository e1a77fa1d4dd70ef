/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Route} Route
 * @typedef {import("lease-to-own-storefront").LeaseView} LeaseView
 * @typedef {import("lease-to-own-storefront").Texts["buttons"]} Buttons
 * @typedef {[name: string, view: LeaseView | null]} NamedView null: the store doesn't respond
 * @typedef {{ open(): Promise<unknown>, isOther(): Promise<unknown>, isCart(): Promise<unknown> }} Shop
 *   `open`: loads the checkout with the lease chosen; `isOther`, `isCart`: wait until the shop shows its other payment methods, its cart
 * @typedef {{ page: Page, shop: Shop, sent: string[] }} Pressed `sent`: the requests since the press, by their last word
 */

/** @param {string} word */
const asks =
  (word) =>
  /** @param {Pressed} pressed */
  ({ sent }) =>
    until(() => sent.includes(word), `POST ${word}`)
/** @param {Pressed} pressed */
const opensForm = ({ page }) => page.locator('[data-lease-screen="form"]').waitFor()
/** @param {Pressed} pressed */
const leadsToCart = ({ shop }) => shop.isCart()
/** @param {"none" | "disc"} mask */
const reveals =
  (mask) =>
  /** @param {Pressed} pressed */
  ({ page }) =>
    page.locator(`[data-lease-secret] input[style*="security: ${mask}"]`).first().waitFor()

/**
 * Each button's effect, by its text. The compiler reports a button without an effect, and `pressEveryButton` one that no screen has.
 *
 * @type {{ [key in Exclude<keyof Buttons, "open_widget" | "pay_card">]: (pressed: Pressed) => Promise<unknown> }}
 */
const EFFECTS = {
  start: opensForm,
  apply: asks("application"),
  show: reveals("none"),
  hide: reveals("disc"),
  check: asks("view"),
  send_again: opensForm,
  apply_instead: opensForm,
  ask_code: asks("approval-code"),
  ask_again: asks("approval-code"),
  use_approval: asks("approval"),
  offer: asks("offer"),
  sign: asks("contract"),
  continue_signing: asks("contract"),
  signed: asks("signature"),
  place: asks("payment-collections"),
  retry: ({ sent }) => until(() => sent.includes("view") || sent.includes("payment-collections"), "a request"),
  restore: asks("line_1"),
  remove_items: asks("line_1"),
  separate: asks("cart"),
  to_cart: leadsToCart,
  change_cart: leadsToCart,
  other: ({ shop }) => shop.isOther(),
}

/** The button's text after its press. @type {{ [key in keyof typeof EFFECTS]?: (keyof typeof EFFECTS)[] }} */
const TURNS_INTO = { show: ["hide"] }

/**
 * Presses every button of every screen, each on a fresh page, and waits for its effect. The store's responses are fakes: every
 * write fails for now, so that the screen stays, except the request of a code.
 *
 * @param {Page} page @param {Shop} shop
 * @param {{ buttons: Buttons, views: NamedView[] }} known
 * @returns {Promise<string[]>} texts of `buttons` that no screen had, and buttons of the screens that aren't among them
 */
export async function pressEveryButton(page, shop, { buttons, views }) {
  const keys = /** @type {(keyof typeof EFFECTS)[]} */ (Object.keys(EFFECTS))
  /** @type {Set<string>} */
  const pressed = new Set()
  const store = await answerFor(page)
  const viewOf = Object.fromEntries(views)
  const screens = { ...viewOf, form: viewOf.intro, code: viewOf["intro-code"] }
  for (const [name, view] of Object.entries(screens)) {
    store.view = view ?? null
    for (let at = 0; ; at++) {
      await shop.open()
      await page.locator(`[data-lease-screen="${view?.step ?? "waiting"}"] h2`).waitFor()
      if (name === "form") await openForm(page, buttons)
      if (name === "code") await askCode(page, buttons)
      const found = page.locator("[data-lease-screen] button")
      // Buttons that appear a moment later also belong to the screen.
      await found.first().waitFor()
      if (at >= (await found.count())) break
      const button = found.nth(at)
      const label = await button.innerText()
      const key = keys.find((each) => label === buttons[each])
      pressed.add(key ?? `no effect is known of: ${label}`)
      if (!key) continue
      await fillIn(page)
      for (const each of [key, ...(TURNS_INTO[key] ?? [])]) {
        store.sent.length = 0
        await button.click()
        await EFFECTS[each]({ page, shop, sent: store.sent }).catch((error) => {
          throw new Error(`${name}: "${buttons[each]}" does not do what it says: ${error.message}`)
        })
        pressed.add(each)
      }
    }
  }
  const known = new Set(/** @type {string[]} */ (keys))
  return [...keys.filter((key) => !pressed.has(key)), ...[...pressed].filter((key) => !known.has(key))]
}

/** Fakes the store. @param {Page} page */
async function answerFor(page) {
  const store = { view: /** @type {LeaseView | null} */ (null), sent: /** @type {string[]} */ ([]) }
  const message = "Try again later."
  const failure = { status: 503, json: { type: "unavailable", code: "service_unreachable", message } }
  const code = {
    json: { leaseKey: "key", message: { code: "code_sent", params: {}, message: "A code is on its way." } },
  }
  const write = (/** @type {Route} */ route) => {
    if (route.request().method() === "OPTIONS") return route.fallback()
    const word = new URL(route.request().url()).pathname.split("/").at(-1) ?? ""
    store.sent.push(word)
    return route.fulfill(word === "approval-code" ? code : failure)
  }
  await page.route("**/store/lease-to-own/carts/*", (route) => {
    store.sent.push("view")
    return route.fulfill(store.view ? { json: store.view } : failure)
  })
  await page.route("**/store/carts/*", (route) => {
    // The shop's own page reads its cart with other fields.
    if (!route.request().url().includes("items.unit_price")) return route.fallback()
    store.sent.push("cart")
    return route.fulfill(failure)
  })
  const writes = ["lease-to-own/carts/*/*", "carts/*/line-items{,/*}", "payment-collections{,/**}", "carts/*/complete"]
  for (const path of writes)
    await page.route(`**/store/${path}`, (route) =>
      route.request().method() === "GET" ? route.fallback() : write(route),
    )
  return store
}

/** @param {Page} page @param {string} name */
async function press(page, name) {
  await page.getByRole("button", { name, exact: true }).click()
}

/** @param {Page} page @param {Buttons} buttons */
async function openForm(page, buttons) {
  await page.locator('[data-lease-screen] input[name="consent.application"]').check()
  await press(page, buttons.start)
  await opensForm(/** @type {Pressed} */ ({ page }))
}

/** @param {Page} page @param {Buttons} buttons */
async function askCode(page, buttons) {
  await press(page, buttons.ask_code)
  await page.locator("[data-lease-code]").waitFor()
}

/** Does what a button of this screen needs. @param {Page} page */
async function fillIn(page) {
  for (const control of await page.locator("[data-lease-screen] :is(input, select)").all()) {
    const [tag, name] = await control.evaluate((node) => [node.tagName, node.getAttribute("name") ?? ""])
    if (name === "acknowledged" || name.startsWith("consent.")) await control.check()
    else if (tag === "SELECT") await control.selectOption({ index: 1 })
    else
      await control.fill(
        /emailAddress/.test(name) ? "robin@shopper.example" : /Income/.test(name) ? "4200" : "123456789",
      )
  }
}

/** @param {() => boolean} isDone @param {string} what */
async function until(isDone, what) {
  for (let tries = 0; !isDone(); tries++) {
    if (tries > 100) throw new Error(`no ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
