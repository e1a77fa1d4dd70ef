/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import type { Consent, LeaseView } from "../../../packages/storefront/src/index"
import type { ScreenWords } from "../../../packages/storefront/src/screens"
import { aCheckout, closePage, consent, fields, flush, intro, openPage, store } from "./checkout-page"
import { aConsent, aView } from "./local-store"
import { approved, offered, pending, refusal } from "./moments"

const { screens, problems } = en.texts
const resendable = aView({ status: "undecided", step: "undecided", form: { fields }, consent })
const still = refusal(409, "pending", "Still no decision.")

beforeEach(openPage)
afterEach(closePage)

/** Waits until the browser has gone back or forward. */
const traversed = () =>
  new Promise((resolve) => addEventListener("popstate", () => setTimeout(resolve), { once: true }))

const control = (name: string) => document.querySelector(`[name="${name}"]`) as HTMLInputElement
const SSN = "900123456"
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const VALUES: Record<string, string> = {
  "customer.ssn": SSN,
  "customer.grossIncomeMonthly": "4,200.50",
  "customer.homeAddress.zip": "78701",
  "customer.birthdate": "1990-02-03",
  "customer.paymentFrequency.nextPayDate": inDays(7),
  "bank.routingNumber": "021000021",
  "bank.accountNumber": "12345678",
}
const BY_KIND = { email: "a@example.com", date: inDays(-7), money: "1", text: "x", tel: "5125550100", secret: "1" }

function type(changes: Record<string, string> = {}) {
  for (const { path, kind, options } of fields) {
    const known = kind === "select" ? (options?.[0]?.value ?? "") : BY_KIND[kind]
    control(path).value = changes[path] ?? VALUES[path] ?? known
  }
  document.forms[0]?.dispatchEvent(new Event("input"))
}
const submit = () => document.forms[0]?.dispatchEvent(new Event("submit", { cancelable: true }))

async function atForm(options: Partial<ScreenWords> = {}) {
  const all = aCheckout(intro, options)
  await all.checkout.press("start", { "consent.application": "7" })
  return all
}

describe("application form", () => {
  test("the form is prefilled from the cart, never with a secret, and has the store's fields", async () => {
    const { state } = await atForm()
    const [block] = state().screen.blocks
    if (block?.kind !== "form") throw new Error("There is no form.")
    const inputs = block.groups.flatMap((group) => group.inputs)
    expect(inputs.map(({ name }) => name)).toEqual(fields.map(({ path }) => path))
    expect(inputs.find(({ kind }) => kind === "secret")).toMatchObject({ type: "password", inputMode: "numeric" })
    expect(inputs.find(({ kind }) => kind === "money")).toMatchObject({ type: "text", inputMode: "decimal" })
    const [first] = inputs.find(({ kind }) => kind === "select")?.options ?? []
    expect(first).toEqual({ value: "", label: screens.please_choose })
    expect([control("customer.firstName").value, control("customer.ssn").value]).toEqual(["Ana", ""])
    expect(control("consent.application").checked).toBe(true)
    expect(state().focus).toEqual({ on: "heading" })
  })

  test("the application is sent with the consent to the text that was shown, and amounts are read in the page's language", async () => {
    store.on({ application: { ...approved, leaseKey: "k" }, offer: offered })
    const { state } = await atForm({ dictionary: es, locale: "es-ES" })
    type({ "customer.grossIncomeMonthly": "4200,50" })
    submit()
    await flush()
    const { application, consent: agreed } = { ...(store.sent[0]?.body as Record<string, Record<string, unknown>>) }
    expect(agreed).toEqual({ accepted: ["application"], version: "7", language: "es" })
    expect(application).toMatchObject({ languagePreference: "es", customer: { ssn: SSN, grossIncomeMonthly: 4200.5 } })
    expect(state().screen.step).toBe("offer")
    expect(history.state.isLeaseFormOpen).toBe(false)
  })

  test("the form shows how an amount was understood, lists missing and invalid fields, and sends nothing until they are right", async () => {
    const { state, checkout } = await atForm()
    const { understood } = checkout.form
    expect([understood("4,200.50"), understood("4.200,50"), understood("")]).toEqual(["$4,200.50", "", ""])
    type({ "customer.ssn": "", "customer.grossIncomeMonthly": "4.200,50", "customer.emailAddress": "ana" })
    control("consent.application").checked = false
    submit()
    expect(state().focus).toEqual({ on: "form" })
    expect(state().form.message).toBe(screens.check_fields)
    expect(Object.fromEntries(state().form.fields.map(({ field, message }) => [field, message]))).toEqual({
      "customer.emailAddress": problems["customer.emailAddress"],
      "customer.ssn": problems.required,
      "customer.grossIncomeMonthly": problems.money,
      "consent.application": problems.consent,
    })
    expect(state().form.fields.at(-1)?.line).toBe("Please confirm: Yes")
    expect(store.sent).toEqual([])
  })

  describe("with several items of the consent", () => {
    const items = [
      ...aConsent("7", { en: "Yes", es: "Sí" }).items,
      { ...aConsent("7", { en: "Read it", es: "Léalo" }).items[0], id: "privacy" },
      { ...aConsent("7", { en: "Text me", es: "Escríbanme" }).items[0], id: "texting", required: false },
    ] as Consent["items"]
    const several = { ...intro, consent: { ...consent, items } }
    const names = ["consent.application", "consent.privacy", "consent.texting"]
    const checked = () => names.map((name) => control(name).checked)

    test("those checked before are checked in the form, each missing one is listed, and only the checked ones are sent", async () => {
      store.on({ application: { ...approved, leaseKey: "k" }, offer: offered })
      const { state, checkout } = aCheckout(several)
      await checkout.press("start", { "consent.application": "7", "consent.texting": "6" })
      expect(checked()).toEqual([true, false, false])
      type()
      submit()
      expect(state().form.fields.map(({ line }) => line)).toEqual(["Please confirm: Read it"])
      control("consent.privacy").checked = true
      submit()
      await flush()
      expect(store.sent[0]?.body).toMatchObject({
        consent: { accepted: ["application", "privacy"], version: "7", language: "en" },
      })
    })

    test("an item that the store misses is listed like one that was missing here", async () => {
      const fields = [{ field: "consent.privacy", rule: "consent", message: "x" }]
      store.on({ application: refusal(400, "consent_required", "Please confirm.", { fields }), GET: several })
      const { state, checkout } = aCheckout(several, { dictionary: es })
      await checkout.press("start", { "consent.application": "7", "consent.privacy": "7" })
      type()
      submit()
      await flush()
      expect(state().form.fields).toMatchObject([{ line: "Confirme: Léalo", message: es.texts.problems.consent }])
    })

    test("new texts take the place of those in the open form, unchecked, and what was typed stays", async () => {
      const next = aView({ form: { fields }, consent: aConsent("8", { en: "Another text", es: "Otro texto" }) })
      const wrong = [{ field: "consent", rule: "version", message: "x" }]
      store.on({ application: refusal(400, "consent_required", "Please confirm.", { fields: wrong }), GET: next })
      const { state, checkout } = aCheckout(several)
      await checkout.press("start", { "consent.application": "7", "consent.privacy": "7" })
      type()
      submit()
      await flush()
      const [block] = state().screen.blocks
      expect(block).toMatchObject({ kind: "form", consent: { boxes: [{ text: "Another text", value: "8" }] } })
      expect([control("customer.ssn").value, control("consent.application").checked]).toEqual([SSN, false])
      expect(state().form.fields).toMatchObject([{ field: "consent", line: problems.version }])
    })
  })

  test.each([
    [["en"], "en"],
    [["en", "es"], "es"],
    [["es", "en"], "es"],
  ])("if the contracts are in %j, a Spanish page requests one in %s", async (contract_languages, language) => {
    store.on({ application: { ...approved, leaseKey: "k" }, offer: offered })
    const { checkout } = aCheckout({ ...intro, contract_languages }, { dictionary: es })
    await checkout.press("start", { "consent.application": "7" })
    type()
    submit()
    await flush()
    expect(store.sent[0]?.body).toMatchObject({ application: { languagePreference: language } })
  })

  test("refused fields are listed like missing ones, in the form's order, and typed values stay, but never in a state", async () => {
    const refused = ["bank.routingNumber", "customer.homePhone", "customer.ssn"]
    const wrong = refused.map((field) => ({ field, rule: "format", message: "x" }))
    store.on({ application: refusal(400, "form_invalid", "Please check.", { fields: wrong }), GET: intro })
    const { state, checkout, heard, flow } = await atForm()
    type()
    submit()
    await flush()
    expect(JSON.stringify([heard, checkout, flow, history.state])).not.toContain(SSN)
    expect(state()).toMatchObject({ screen: { step: "form" }, problem: "", focus: { on: "form" }, statusText: "" })
    expect(state().form).toMatchObject({
      message: screens.check_fields,
      fields: [
        { field: "customer.ssn", message: problems["customer.ssn"] },
        { field: "bank.routingNumber", message: problems["bank.routingNumber"] },
        { field: "customer.homePhone", label: "" },
      ],
    })
    expect([control("customer.ssn").value, control("consent.application").checked]).toEqual([SSN, true])
  })

  test("a problem goes once its field is mended, without moving the focus, and another field's stays", async () => {
    const { state } = await atForm()
    type({ "customer.ssn": "900", "bank.routingNumber": "021000022" })
    submit()
    const names = () => state().form.fields.map(({ field }) => field)
    expect(names()).toEqual(["customer.ssn", "bank.routingNumber"])
    const [summary, line] = [document.querySelector("[data-lease-problems]"), document.querySelector("li")]
    const { focus } = state()
    const retype = (name: string, value: string) => {
      control(name).value = value
      control(name).dispatchEvent(new Event("input", { bubbles: true }))
    }
    retype("customer.ssn", "9001")
    expect(names()).toEqual(["customer.ssn", "bank.routingNumber"])
    retype("bank.routingNumber", "021000021")
    expect([names(), summary?.querySelectorAll("li").length, line?.isConnected]).toEqual([["customer.ssn"], 1, true])
    expect(control("bank.routingNumber").getAttribute("aria-invalid")).toBe("false")
    retype("customer.ssn", SSN)
    expect(state()).toMatchObject({ form: { message: "", fields: [] }, focus })
  })

  test("a day that depends on another one is mended with it, and what the store refused once it changes", async () => {
    const next = "customer.paymentFrequency.nextPayDate"
    const refused = { fields: [{ field: "customer.homeAddress.state", rule: "format", message: "x" }] }
    store.on({ application: refusal(400, "form_invalid", "Please check.", refused), GET: intro })
    const { state } = await atForm()
    type({ [next]: inDays(-1), "customer.paymentFrequency.lastPayDate": inDays(0) })
    submit()
    const retype = (name: string, value: string) => {
      control(name).value = value
      control(name).dispatchEvent(new Event("input", { bubbles: true }))
      return state().form.fields.map(({ field }) => field)
    }
    expect(state().form.fields.map(({ field }) => field)).toEqual([next])
    expect(retype("customer.paymentFrequency.lastPayDate", inDays(-8))).toEqual([])
    submit()
    await flush()
    expect(retype(next, inDays(7))).toEqual(["customer.homeAddress.state"])
    expect(retype("customer.homeAddress.state", "TX")).toEqual([])
  })

  describe("a state whose residents get no leases", () => {
    const STATE = "customer.homeAddress.state"
    const marked = fields.map((field) => {
      const options = field.options?.map((option) => ({ ...option, excluded: ["NJ", "WI"].includes(option.value) }))
      return field.path === STATE ? { ...field, ...(options && { options }) } : field
    })
    const view = { ...intro, form: { fields: marked } }
    const operator = intro.operator.name
    const choose = (state: string) => {
      control(STATE).value = state
      control(STATE).dispatchEvent(new Event("input", { bubbles: true }))
    }
    const atField = () => document.getElementById(control(STATE).getAttribute("aria-describedby") ?? "")?.textContent
    const opened = async (given: LeaseView, options: Partial<ScreenWords> = {}) => {
      const all = aCheckout(given, options)
      await all.checkout.press("start", { "consent.application": "7" })
      return all
    }

    test.each([
      ["before an order, another payment method is the way out", {}, "excluded"],
      ["for an existing order, the store is", { order_id: "order_1" }, "excluded_order"],
    ] as const)("is told as soon as it's chosen, and nothing is sent: %s", async (_, more, rule) => {
      const { state, onOther } = await opened({ ...view, ...more })
      const words = problems[rule].replace("{operator}", operator)
      choose("NJ")
      expect([atField(), state().statusText, state().form.message]).toEqual([words, words, ""])
      const only = { message: screens.check_fields, fields: [{ field: STATE, message: words }] }
      submit()
      expect(state().form).toMatchObject(only)
      type({ [STATE]: "NJ" })
      submit()
      expect(state().form).toMatchObject(only)
      expect([store.sent, onOther.mock.calls]).toEqual([[], []])
      choose("TX")
      expect([atField(), state().form.fields, state().statusText]).toEqual(["", [], ""])
    })

    test("is told at once if the cart's address is there, in the page's language", async () => {
      const { state } = await opened({ ...view, form: { fields: marked.map(excludeTexas) } }, { dictionary: es })
      expect(control(STATE).value).toBe("TX")
      expect(atField()).toBe(es.texts.problems.excluded.replace("{operator}", operator))
      expect(state().form.message).toBe("")
    })

    test("replaces the field's other problem, and stays while other fields change", async () => {
      const { state } = await opened(view)
      type({ [STATE]: "", "customer.ssn": "" })
      submit()
      const told = () => state().form.fields.map(({ field, message }) => [field, message])
      expect(told()).toContainEqual([STATE, problems.required])
      choose("WI")
      const excluded = [STATE, problems.excluded.replace("{operator}", operator)]
      expect(told()).toEqual([["customer.ssn", problems.required], excluded])
      control("customer.ssn").value = SSN
      control("customer.ssn").dispatchEvent(new Event("input", { bubbles: true }))
      expect(told()).toEqual([excluded])
    })

    const excludeTexas = (field: (typeof fields)[number]) =>
      field.path === STATE
        ? { ...field, options: field.options?.map((option) => ({ ...option, excluded: option.value === "TX" })) ?? [] }
        : field
  })

  const denied = { status: "denied", step: "denied" } as const
  const second = {
    ...({ status: "denied", step: "intro", form: { fields }, consent: { ...consent, version: "second" } } as const),
    messages: [{ code: "second_look", params: { former: "Acorn" }, message: "Another company." }],
  }

  test.each<[string, Partial<LeaseView>[]]>([
    ["an application without an answer", [resendable]],
    ["a denial, for another operator", [second]],
    ["a review that ends in a denial, for another operator", [pending, second]],
    ["an approval that ended before its offer", [approved, { ...intro, status: "expired" }]],
  ])("after %s, the form opens again with what was typed, and needs only a new consent", async (_, views) => {
    const [first = {}, ...more] = views.map((view) => aView(view))
    store.on({ application: { ...aView(first), leaseKey: "k" }, offer: still, GET: [...more, ...more.slice(-1)] })
    const { checkout, client, state } = await atForm()
    type()
    submit()
    await flush()
    for (const _ of more) await client.get()
    const isResent = state().screen.step === "undecided"
    const { version = "7" } = views.at(-1)?.consent ?? {}
    await checkout.press(isResent ? "reopenForm" : "start", { "consent.application": version })
    expect([state().screen.step, control("customer.ssn").value, control("consent.application").checked]).toEqual([
      "form",
      SSN,
      true,
    ])
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])).not.toContain(SSN)
  })

  test.each<[string, Partial<LeaseView>]>([
    ["an offer", { ...offered }],
    ["a denial that is final", denied],
    ["a denial, if somebody else may apply", { ...denied, step: "intro", form: { fields } }],
  ])("after %s, what was typed is forgotten", async (_, view) => {
    store.on({ application: { ...aView(view), leaseKey: "k" } })
    await atForm()
    const typedIn = control("customer.ssn")
    type()
    submit()
    await flush()
    expect(typedIn.value).toBe("")
  })

  test("a page that is left for Back to bring it back keeps no secret, and one that is copied keeps nothing", async () => {
    await atForm()
    type()
    const values = () => ["customer.ssn", "bank.accountNumber", "customer.birthdate"].map((name) => control(name).value)
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }))
    expect(values()).toEqual(["", "", "1990-02-03"])
    document.dispatchEvent(new Event("turbo:before-cache"))
    expect(values()).toEqual(["", "", ""])
  })

  test("the form closes when another tab has applied, but not when nothing has changed", async () => {
    store.on("GET", intro, pending)
    const { client, state } = await atForm()
    await client.get()
    expect(state().screen.step).toBe("form")
    await client.get()
    expect(state().screen.step).toBe("undecided")
  })

  test("the form asks before Back or Forward leaves it, and is empty afterward", async () => {
    const ask = jest.spyOn(window, "confirm").mockReturnValue(true)
    for (const _ of ["once", "again"]) ask.mockReturnValueOnce(false)
    const { checkout, state } = await atForm()
    history.pushState(null, "", "/cart")
    history.back()
    await traversed()
    type()
    // A shopper who stays gets a new entry after the cart's. Two entries back is the form again.
    for (const entries of [1, -2, -1]) {
      history.go(entries)
      await traversed()
      const shown = [state().screen.step, location.pathname, control("customer.ssn").value]
      expect(shown).toEqual(["form", "/checkout", SSN])
    }
    history.back()
    await traversed()
    expect(state().screen.step).toBe("intro")
    expect(ask.mock.calls).toEqual(Array(3).fill([screens.leave_form]))
    await checkout.press("start")
    expect(control("customer.ssn").value).toBe("")
  })

  test("the form asks before a link to another page, but not before one within the page", async () => {
    const ask = jest.spyOn(window, "confirm").mockReturnValue(false)
    ask.mockClear()
    await atForm()
    type()
    const go = (href: string) => {
      const link = Object.assign(document.createElement("a"), { href })
      document.body.append(link)
      const click = new MouseEvent("click", { bubbles: true, cancelable: true, composed: true })
      // jsdom can't navigate.
      link.addEventListener("click", (event) => event.preventDefault())
      link.dispatchEvent(click)
      return ask.mock.calls.length
    }
    expect([go("#help"), go("/cart"), go("#/cart")]).toEqual([0, 1, 2])
  })

  test.each([
    ["at once", intro, {}],
    ["once the first view is there", null, { focus: null }],
  ])("a form that was open opens again %s after a reload, empty and without consent", async (_, view, more) => {
    history.replaceState({ isLeaseFormOpen: true }, "")
    store.on("GET", intro)
    const { state } = aCheckout(view)
    if (!view) await flush()
    expect(state()).toMatchObject({ screen: { step: "form" }, ...more })
    expect([control("customer.ssn").value, control("consent.application").checked]).toEqual(["", false])
  })
})
