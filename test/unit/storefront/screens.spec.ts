import { withKnownStep } from "../../../packages/storefront/src/client/known-step"
import { en } from "../../../packages/storefront/src/en"
import { es } from "../../../packages/storefront/src/es"
import type { LeaseActionName, LeaseState } from "../../../packages/storefront/src/flow"
import {
  LeaseError,
  type LeaseStep,
  type LeaseView,
  type Offer,
  type OfferDisclosure,
  type OfferSummary,
} from "../../../packages/storefront/src/index"
import {
  type Block,
  countdownText,
  type Scene,
  type Screen,
  type ScreenCart,
  sameScreen,
} from "../../../packages/storefront/src/screens/screen"
import { screenOf } from "../../../packages/storefront/src/screens/screen-of"
import { aConsent, aView } from "./local-store"
import { offer as plainOffer, summary } from "./moments"

const { screens, buttons, codes, steps } = en.texts
const cart: ScreenCart = { total: 588.83, currency_code: "usd" }
const lines: Offer["lines"] = [
  { name: "costOfLease", kind: "money", value: 453.78 },
  { name: "salesTaxRate", kind: "percent", value: 8.25 },
  { name: "nextPaymentDate", kind: "date", value: "2026-12-01" },
  { name: "paymentFrequency", kind: "text", value: "biWeekly" },
  { name: "plan", kind: "text", value: "Plan B" },
]
const offer: Offer = {
  ...{ ...plainOffer, cash_price: 491.46, cash_tax: 37.46, before_tax: true, summary, lines },
  items: [{ title: "Sofa", quantity: 1, condition: "used" }],
}
const said = [{ code: "x", params: {}, message: "The store says so." }]

type Moment = Partial<LeaseState<ScreenCart>> & Omit<Scene, "state">

function show(view: Partial<LeaseView> | null, { form, heardAt, ...changes }: Moment = {}, dictionary = en): Screen {
  const whole = view && dictionary.view(withKnownStep(aView(view)))
  const step = whole?.step ?? null
  const state = { view: whole, step, busy: null, error: null, oldPrice: null, codeMessage: null, cart, ...changes }
  return screenOf({ state, form, heardAt }, { dictionary })
}

const screenActions = ({ buttons: all }: Screen) => all.map(({ action, kind }) => `${kind} ${action}`)
const texts = ({ blocks }: Screen) => blocks.flatMap((block) => (block.kind === "text" ? [block.text] : []))
const kinds = ({ blocks }: Screen) => blocks.map(({ kind }) => kind)
const figures = ({ blocks }: Screen) =>
  blocks.filter((block): block is Extract<Block, { kind: "figures" }> => block.kind === "figures")

describe("screens of steps", () => {
  /** Screens that don't show the store's message. */
  const SILENT: LeaseStep[] = ["deciding", "confirming", "placed"]

  test.each<[LeaseStep, string[]]>([
    ["unavailable", ["plain other"]],
    ["intro", ["main start", "plain other"]],
    ["in_progress", ["plain check", "plain other"]],
    ["deciding", ["plain check"]],
    ["undecided", ["plain check", "plain other"]],
    ["denied", ["main other"]],
    ["over_limit", ["main toCart", "plain other"]],
    ["offer", ["main offer", "plain other"]],
    ["cart_changed", ["main offer", "plain other"]],
    ["first_payment_pending", ["plain check"]],
    ["confirming", ["plain check"]],
    ["ready", ["main place"]],
    ["order_failed", ["main place"]],
    ["contract_mismatch", ["main toCart", "plain check"]],
    ["card", []],
    ["placed", []],
  ])("the screen at %s has its heading, the store's message, and the buttons %j", (step, expected) => {
    const screen = show({ step })
    expect([screen.step, screen.heading, screen.statusText]).toEqual([step, steps[step], ""])
    expect(screenActions(screen)).toEqual(expected)
    if (!SILENT.includes(step)) expect(texts(show({ step, messages: said }))).toContain("The store says so.")
  })

  test.each([
    [null, "unavailable"],
    ["order_1", "placed"],
  ])("a step of a newer store, with the order %s, is %s", (order_id, step) => {
    for (const newer of ["handed_over", "constructor"])
      expect(withKnownStep(aView({ step: newer as LeaseStep, order_id })).step).toBe(step)
  })

  test("a step of a newer store shows a message, and doesn't send away a shopper who has signed", () => {
    const screen = show({ step: "handed_over" as LeaseStep, messages: said })
    expect(texts(screen)).toEqual([
      "The store says so.",
      expect.stringMatching(/Reload it.*another payment method.*signed, contact .+ first/),
    ])
  })

  test("a cart that can't be leased has a way on: without its items, changed, later, or paid otherwise", () => {
    const screenFor = (code: string, more: Partial<LeaseView> = {}) => {
      const screen = show({ step: "unavailable", reasons: [{ code, params: {}, message: "No." }], ...more })
      return [texts(screen), screenActions(screen)]
    }
    const line_changes = [{ line_id: "line_1", quantity: 0 }]
    const removal = ["main removeItems", "plain toCart", "plain other"]
    expect(screenFor("unavailable_items", { line_changes })).toEqual([["No.", screens.lease_rest], removal])
    expect(screenFor("unavailable_items", { line_changes: [] })).toEqual([["No."], removal.slice(1)])
    const lines = [
      { id: "line_1", title: "Rug", quantity: 1, movable: true },
      { id: "line_2", title: "Wardrobe", quantity: 1, movable: false },
    ]
    const unfit = (...found: typeof lines) =>
      show({
        step: "unavailable",
        reasons: [{ code: "unavailable_items", params: {}, message: "No.", lines: found }],
        line_changes,
      })
    const [rug, wardrobe] = lines.map((line) => unfit(line))
    const whole = unfit(...lines)
    const apart = ["main separate", "plain removeItems", "plain toCart", "plain other"]
    expect([rug && texts(rug), rug && screenActions(rug)]).toEqual([["No.", screens.lease_apart], apart])
    expect([wardrobe && texts(wardrobe), wardrobe && screenActions(wardrobe)]).toEqual([
      ["No.", screens.lease_rest],
      removal,
    ])
    const fixed = "Cannot be ordered separately, only removed: Wardrobe."
    expect([texts(whole), screenActions(whole)]).toEqual([["No.", screens.lease_apart, fixed], apart])
    expect(screenFor("unavailable_minimum")).toEqual([["No."], removal.slice(1)])
    expect(screenFor("service_down", { poll_after_ms: 9 })).toEqual([["No."], ["plain check", "plain other"]])
  })

  test("the screen says where the items are that were moved, until they are ordered, and that another method brings them back", () => {
    const separate_cart = { id: "cart_2", items: [{ title: "Rug", quantity: 2 }] }
    const apart = "Not in this order: 2 × Rug. You can order these items right after this one."
    const words = (view: Partial<LeaseView>) =>
      texts(show({ separate_cart, ...view })).filter((text) => text.includes("Rug"))
    for (const step of ["intro", "denied", "over_limit"] as const)
      expect(words({ step })).toEqual([`${apart} ${screens.items_back}`])
    for (const status of ["signing", "signed", "placing"] as const)
      expect(words({ step: "offer", status })).toEqual([apart])
    const lines = [{ id: "line_1", title: "Lamp", quantity: 1, movable: true }]
    const unfinished = [{ code: "unavailable_items", params: {}, message: "No.", lines }]
    expect([words({ step: "placed" }), words({ step: "unavailable", reasons: unfinished })]).toEqual([[], []])
  })

  test("a cart that only lacks its address or shipping method isn't called unfit", () => {
    const headingFor = (...codes: string[]) =>
      show({ step: "unavailable", reasons: codes.map((code) => ({ code, params: {}, message: "No." })) }).heading
    expect(headingFor("unavailable_incomplete")).toBe(steps.incomplete)
    expect(headingFor("unavailable_incomplete", "unavailable_minimum")).toBe(steps.unavailable)
  })

  test("a lease that staff check first is neither called unfit nor sent to another way to pay", () => {
    const messages = [{ code: "lease_checking", params: {}, message: "We are checking your lease." }]
    const screen = show({ step: "unavailable", status: "signed", messages })
    expect([screen.heading, texts(screen)]).toEqual([steps.checking, ["We are checking your lease."]])
    expect(screenActions(screen)).toEqual(["plain check"])
  })

  test("reasons come before messages", () => {
    const reasons = [{ code: "y", params: {}, message: "Too small." }]
    expect(texts(show({ step: "unavailable", reasons, messages: said }))).toEqual(["Too small.", "The store says so."])
  })
})

describe("screens before the application", () => {
  test("a second look names the operator that denied, with the next operator's points and consent", () => {
    const consent = aConsent("maple/1", { en: "I agree that Maple Leasing…" })
    const operator = { name: "Maple Leasing", contact: "help@maple.example" }
    const messages = [{ code: "second_look", params: { former: "Acorn" }, message: "The store says so." }]
    const { heading, blocks } = show({ step: "intro", status: "denied", operator, consent, messages })
    expect([heading, blocks[0]]).toMatchObject([
      screens.second_heading.replace("{former}", "Acorn"),
      { kind: "text", text: "The store says so." },
    ])
    expect(JSON.stringify(blocks)).toContain(screens.who_decides.replace("{operator}", "Maple Leasing"))
    const box = { name: "consent.application", value: "maple/1", text: "I agree that Maple Leasing…" }
    expect(blocks).toContainEqual({ kind: "consent", boxes: [expect.objectContaining(box)] })
  })

  test("the intro explains what a lease is, and the consent has its own language", () => {
    const consent = aConsent("7", { es: "Acepto." })
    const screen = show({ step: "intro", consent })
    expect(screen.blocks).toEqual([
      { kind: "points", points: expect.arrayContaining([screens.costs_more, screens.free_to_choose]) },
      { kind: "consent", boxes: [expect.objectContaining({ text: "Acepto.", language: "es", value: "7" })] },
    ])
    expect(screen.buttons.map(({ needsConsent }) => needsConsent)).toEqual([true, undefined])
  })
})

describe("the operator's text next to the offer", () => {
  const texts = { en: "Read this.", es: "Lea esto." }
  const disclosure = { text: "Read this.", language: "en", texts, version: null }
  const box = { name: "acknowledged", value: "NY/1", required: true, link: null }
  const blocksOf = (given: Partial<OfferDisclosure>, dictionary = en) => {
    const { blocks, buttons } = show(
      { step: "offer", offer: { ...offer, disclosure: { ...disclosure, ...given } } },
      {},
      dictionary,
    )
    return [...blocks.filter(({ kind }) => kind === "disclosure" || kind === "consent"), buttons[0]?.needsConsent]
  }

  test("it stands below the figures, in the shopper's language", () => {
    expect(blocksOf({})).toEqual([{ kind: "disclosure", text: "Read this.", language: "en" }, undefined])
    expect(blocksOf({}, es)).toEqual([{ kind: "disclosure", text: "Lea esto.", language: "es" }, undefined])
  })

  test("a version must be confirmed before the contract opens", () => {
    expect(blocksOf({ version: "NY/1" })).toMatchObject([
      { kind: "disclosure" },
      { kind: "consent", boxes: [{ ...box, text: screens.acknowledge, language: "en" }] },
      true,
    ])
    expect(blocksOf({ texts: { en: "Read this." }, version: "NY/1" }, es)).toMatchObject([
      { kind: "disclosure", text: "Read this.", language: "en" },
      { kind: "consent", boxes: [{ ...box, text: es.texts.screens.acknowledge, language: "es" }] },
      true,
    ])
  })
})

test.each([
  [["en", "es"], en, undefined],
  [["es"], en, "Your contract is in Spanish."],
  [["en"], es, "Su contrato está en inglés."],
])("if the contracts are in %j, the shopper reads first: %#", (contract_languages, dictionary, words) => {
  for (const step of ["intro", "offer"] as const) {
    const [first] = show({ step, offer, contract_languages }, {}, dictionary).blocks
    if (words) expect(first).toEqual({ kind: "text", tone: "note", text: words })
    else expect(JSON.stringify(first)).not.toContain("contract is in")
  }
})

test("if the operator charges the sales tax, the intro says so, and an offer without a summary, too", () => {
  const sales_tax = { mode: "by_operator", total_changes: false } as const
  const said = en.say("offer", "tax_by_operator", { operator: aView().operator.name })
  expect(JSON.stringify(show({ step: "intro", sales_tax }).blocks)).toContain(said)
  expect(JSON.stringify(show({ step: "intro" }).blocks)).not.toContain(said)
  const rowsOnly = show({ step: "offer", offer: { ...offer, summary: null, taxed_by: "by_operator" } })
  expect(JSON.stringify(rowsOnly.blocks)).toContain(said)
})

describe("screen for an approval from another cart", () => {
  const yes = { allowed: true } as const
  const actions = aView().actions
  const until = "2027-02-20"
  const approval = { amount: 1500, currency: "usd", until, ends_soon: false, elsewhere: true }
  const elsewhere = { step: "intro", approval, actions: { ...actions, approval: yes } } as const

  test("the approval is shown with its amount and end, and is used without consent and form", () => {
    const screen = show(elsewhere)
    expect([screen.step, screen.heading]).toEqual(["intro", steps.offer])
    expect(texts(screen)).toEqual([
      "You are approved for up to $1,500.00.",
      "Your approval is valid until February 20, 2027.",
      screens.approval_elsewhere,
    ])
    expect(screenActions(screen)).toEqual(["main takeApproval", "plain other"])
  })

  test("an approval that ends soon has a warning, here and beside the offer", () => {
    const soon = { ...approval, amount: null, ends_soon: true }
    const text = "Your approval expires on February 20, 2027. Sign before then."
    expect(show({ ...elsewhere, approval: soon }).blocks[0]).toEqual({ kind: "text", tone: "note", text })
    const own = show({ step: "offer", status: "offered", offer, approval: { ...soon, elsewhere: false } })
    expect(texts(own)[0]).toBe(text)
  })

  test("an approval that has ended by our date isn't called one in the heading, but can still be tried", () => {
    const messages = [{ code: "approval_over", params: {}, message: "It has ended." }]
    const screen = show({ step: "offer", status: "offered", offer, messages })
    expect([screen.heading, screenActions(screen)[0]]).toEqual([screens.over_heading, "main sign"])
  })

  test("an approval that can't be used leads to the application", () => {
    expect(screenActions(show({ ...elsewhere, actions }))).toEqual(["main start", "plain other"])
    expect(show({ ...elsewhere, approval: null }).heading).toBe(steps.intro)
  })

  test("a guest can request a code, which is then alone on the screen, with links to everything else", () => {
    const codes = { step: "intro", actions: { ...actions, code: yes } } as const
    expect(screenActions(show(codes))).toEqual(["main start", "plain askCode", "plain other"])
    const asked = show(codes, { codeMessage: "A code is on its way." })
    expect(asked.heading).toBe(screens.code_heading)
    expect(screenActions(asked)).toEqual(["link askCode", "link reopenForm", "link other"])
    expect(kinds(asked)).toEqual(["text", "code"])
    expect(texts(asked)).toEqual(["A code is on its way."])
    expect(asked.blocks[1]).toMatchObject({
      kind: "code",
      input: { name: "code", autocomplete: "one-time-code", inputMode: "numeric" },
      submit: en.texts.buttons.use_approval,
    })
    expect(asked.buttons[0]?.label).toBe(en.texts.buttons.ask_again)
    const tried = show(codes, { codeMessage: "A code is on its way.", busy: "takeApproval" })
    expect([sameScreen(tried, asked), tried.statusText]).toEqual([true, screens.pricing])
  })
})

describe("screen without a decision", () => {
  const undecided = { step: "undecided", status: "undecided", poll_after_ms: 42_000 } as const

  test("the form can be sent again if the store offers it", () => {
    const screen = show({ ...undecided, form: { fields: [] } }, { heardAt: 0 })
    expect(screenActions(screen)).toEqual(["main reopenForm", "plain check", "plain other"])
  })

  test("the screen shows the operator's contact, and counts the seconds from the moment of the store's answer", () => {
    expect(texts(show(undecided))).toContain("Questions? the leasing company: help@example.com")
    const [countdown] = show(undecided, { heardAt: 1000 }).blocks
    expect(countdown).toMatchObject({ kind: "countdown", until: 43_000 })
    const at = (now: number) => countdownText(countdown as never, now)
    expect([at(1000), at(42_001), at(99_000)]).toEqual(
      ["42", "1", "0"].map((seconds) => en.say("screens", "send_again_in", { seconds })),
    )
  })

  test.each<[string, Partial<LeaseView>, number | undefined]>([
    ["the operator still decides", { status: "pending" }, 0],
    ["the form can be sent", { form: { fields: [] } }, 0],
    ["a server renders it", {}, undefined],
  ])("there is no countdown if %s", (_, changes, heardAt) => {
    expect(kinds(show({ ...undecided, ...changes }, { heardAt }))).not.toContain("countdown")
  })

  test("a screen is the same if nothing visible differs, whatever the countdown or the announcement", () => {
    const [one, later] = [show(undecided, { heardAt: 0 }), show(undecided, { heardAt: 5000 })]
    expect(sameScreen(one, { ...later, statusText: screens.nothing_new })).toBe(true)
  })
})

describe("offer screen", () => {
  const offered = { status: "offered", step: "offer", offer } as const

  test("the summary comes first, then its sentences and the items, and the service's rows are folded", () => {
    const screen = show(offered)
    expect(figures(show(offered, {}, es))[0]?.rows[3]?.label).toContain(es.texts.offer.due_today)
    expect(screenActions(screen)).toEqual(["main sign", "plain other"])
    expect(kinds(screen)).toEqual(["figures", "points", "figures", "figures", "text"])
    expect(figures(screen).map(({ variant, summary, rows }) => [variant, summary, rows[0]])).toEqual([
      ["offer", undefined, { name: "cashPrice", label: "Cash price, before tax", value: "$454.00" }],
      ["plain", undefined, { name: "item", label: "1 × Sofa", value: "Used" }],
      ["plain", screens.all_figures, { name: "cashPrice", label: "Cash price, before tax", value: "$454.00" }],
    ])
    expect(texts(screen)).toEqual([screens.terms])
  })

  test("each row of the service is formatted by its kind", () => {
    const values = figures(show(offered)).map(({ rows }) => rows.map(({ value }) => value))
    expect(values.at(-1)?.slice(1)).toEqual(["$453.78", "8.25%", "December 1, 2026", "Every two weeks", "Plan B"])
  })

  test("without a summary, the service's rows are shown with the store's cash price", () => {
    const rowsOf = (more: Partial<Offer>) =>
      figures(show({ ...offered, offer: { ...offer, summary: null, ...more } }))[0]
    expect(rowsOf({})).toMatchObject({ variant: "plain" })
    expect(rowsOf({})?.summary).toBeUndefined()
    expect(rowsOf({})?.rows.slice(0, 2)).toEqual([
      { name: "cashPrice", label: "Cash price, before tax", value: "$454.00" },
      { name: "costOfLease", label: "Cost of lease", value: "$453.78" },
    ])
    const priced = [...lines, { name: "cashPrice", kind: "money", value: 454 } as const]
    expect(
      rowsOf({ lines: priced, before_tax: false })
        ?.rows.map(({ label }) => label)
        .slice(-1),
    ).toEqual(["Cash price"])
  })

  /** The names of the service's rows. */
  const rowNames = (more: Partial<Offer>) =>
    figures(show({ ...offered, offer: { ...offer, ...more } }))
      .at(-1)
      ?.rows.slice(1)
      .map(({ label }) => label)

  test("the service's rows have the operator's names, too, and the early purchase option its days", () => {
    const labels = { costOfLease: { en: "Cost of rental" }, earlyPurchase: { en: "Buyout" } }
    const early = { name: "ninetyDayBuyout", kind: "money", value: 650 } as const
    expect(rowNames({ labels, lines: [...lines.slice(0, 1), early] })).toEqual([
      "Cost of rental, before tax",
      "Buyout, first 90 days, before tax",
    ])
  })

  test.each<[string, Partial<OfferSummary["tax"]>, Partial<Offer>, string[]]>([
    ["all tax is paid at signing", {}, {}, ["First payment, before tax", "Each payment"]],
    ["nobody says when it is paid", { dueToday: null }, {}, ["First payment, before tax", "Each payment, before tax"]],
    [
      "the operator charges it with the later payments",
      { amount: null, dueToday: 0 },
      { taxed_by: "by_operator" },
      ["First payment", "Each payment, before tax"],
    ],
    ["there is none", { amount: null, dueToday: 0 }, { before_tax: false }, ["First payment", "Each payment"]],
  ])("the service's payments are before tax where the summary's are: if %s", (_, tax, more, expected) => {
    const paid: Offer["lines"] = [
      { name: "initialPaymentAmount", kind: "money", value: 49 },
      { name: "periodicPaymentAmount", kind: "money", value: 33.03 },
    ]
    const given = { ...summary, tax: { ...summary.tax, ...tax } }
    expect(rowNames({ lines: paid, summary: given, ...more })).toEqual(expected)
  })

  test.each<[string, Offer["lines"][number], string]>([
    [
      "a total without the tax",
      { name: "sumOfAllPayments", kind: "money", value: 907.78 },
      "Total of all payments, before tax",
    ],
    ["a total with the tax", { name: "sumOfAllPayments", kind: "money", value: 945.24 }, "Total of all payments"],
    [
      "a count without the first payment",
      { name: "totalNumberOfPayment", kind: "count", value: 26 },
      "Number of payments after the first",
    ],
    ["a count of all payments", { name: "totalNumberOfPayment", kind: "count", value: 27 }, "Number of payments"],
  ])("the service's rows agree with the summary: %s says so", (_, line, label) => {
    expect(rowNames({ lines: [line] })).toEqual([label])
  })

  test("without a total that the store requires, the contract is closed, and the offer can be requested again", () => {
    const contract = { allowed: false, reason: "no_total", params: { operator: "Harbor", contact: "555" } } as const
    const message = "Harbor has not stated the total cost."
    const actions = { ...aView().actions, contract: { ...contract, message } }
    const closed = show({ ...offered, actions })
    expect([screenActions(closed), texts(closed)]).toEqual([["main offer", "plain other"], [message]])
    expect(texts(show({ ...offered, actions }, {}, es))).toEqual([
      es.texts.codes.no_total?.replaceAll("{operator}", "Harbor").replace("{contact}", "555"),
    ])
    expect(screenActions(show({ ...offered, status: "signing", actions }))).toEqual([
      ...["main offer", "plain signature", "plain other"],
    ])
  })

  test("an opened contract can be continued, or reported as signed", () => {
    const screen = show({ ...offered, status: "signing" })
    expect(screen.blocks[0]).toEqual({ kind: "text", tone: "note", text: codes.not_signed })
    expect(screen.buttons.map(({ label }) => label)).toEqual([buttons.continue_signing, buttons.signed, buttons.other])
    expect(screenActions(screen)).toEqual(["main sign", "plain signature", "plain other"])
  })

  test("that nothing is signed is said once, and not beside a signature that is still unconfirmed", () => {
    const messages = [{ code: "not_signed", params: {}, message: codes.not_signed }]
    const signing = { ...offered, status: "signing", messages } as const
    const error = new LeaseError({ code: "signature_unconfirmed", message: "…", status: 200, retryable: true })
    const countIn = (screen: Screen) => texts(screen).filter((text) => text === codes.not_signed).length
    expect([countIn(show(signing)), countIn(show(signing, { error }))]).toEqual([1, 0])
  })

  test("the offer of a changed cart has both prices", () => {
    expect(texts(show(offered, { oldPrice: 400 }))[0]).toBe(
      en.say("screens", "offer_updated", { old: "$400.00", new: "$491.46" }),
    )
  })
})

describe("screens after the signature", () => {
  test("a cart that differs from the signed one shows each difference, and can be restored", () => {
    const differences = [{ variant_id: "v", title: "Lamp", signed: 0, now: 1 }]
    const line_changes = [{ line_id: "line_1", quantity: 0 }]
    const differing = { differences, line_changes, cart_total: 588.83 }
    const screen = show({ step: "contract_mismatch", offer, messages: said, ...differing })
    expect(screen.blocks[0]).toEqual({ kind: "text", tone: "wrong", text: "The store says so." })
    expect(figures(screen)[0]?.rows.map(({ label, value }) => `${label}: ${value}`)).toEqual([
      "Lamp: signed 0, now 1",
      "Signed for: $491.46",
      "This cart: $588.83",
    ])
    expect(screenActions(screen)).toEqual(["main restore", "plain check"])
  })

  test("if no line can be put back, the screen leads to the cart", () => {
    const screen = show({ step: "contract_mismatch", offer, differences: [], line_changes: [] })
    expect(texts(screen)).toEqual([screens.differs_elsewhere])
    expect(figures(screen)[0]?.rows.map(({ name }) => name)).toEqual(["signed_for"])
    expect(screenActions(screen)).toEqual(["main toCart", "plain check"])
  })
})

describe("screens in progress", () => {
  test.each<[LeaseActionName, string]>([
    ["apply", screens.keep_open],
    ["offer", screens.pricing],
    ["signature", screens.checking],
    ["place", screens.placing],
    ["restore", screens.placing],
  ])("%s shows a text and no buttons", (busy, words) => {
    const form = { kind: "form", groups: [], consent: { kind: "consent" }, submit: "" } as never
    const waiting = { step: "waiting", heading: screens.waiting, blocks: [{ kind: "waiting" }], buttons: [] }
    expect(show({ step: "offer", offer }, { busy, form })).toEqual({ ...waiting, statusText: words })
  })

  test.each<LeaseActionName>(["check", "sign"])("%s doesn't change the screen", (busy) => {
    expect(sameScreen(show({ step: "offer", offer }, { busy }), show({ step: "offer", offer }))).toBe(true)
  })

  test("without a view the screen waits, and offers another try after a failed read", () => {
    expect(kinds(show(null))).toEqual(["waiting"])
    expect(kinds(show(null, { busy: "check" }))).toEqual(["waiting"])
    const failed = show(null, { error: new Error("offline") })
    expect([kinds(failed), screenActions(failed)]).toEqual([[], ["main check"]])
  })
})

describe("screens of an order that waits for its new contract", () => {
  const again = (view: Partial<LeaseView>, moment?: Moment) => show({ order_id: "order_1", ...view }, moment)
  const help = texts(show({ step: "first_payment_pending" })).at(-1)

  test("the new contract can be signed now or later, and no other payment method is offered", () => {
    const screen = again({ status: "offered", step: "offer", offer, messages: said }, { oldPrice: 400 })
    expect([screen.step, screen.heading]).toEqual(["offer", steps.new_contract])
    expect(screenActions(screen)).toEqual(["main sign"])
    expect(screenActions(again({ status: "signing", step: "offer", offer }))).toEqual(["main sign", "plain signature"])
    expect(texts(screen).at(0)).toBe("The store says so.")
    expect(texts(screen).slice(-2)).toEqual([screens.sign_later, help])
    expect(figures(screen).length).toBeGreaterThan(0)
    expect(texts(screen).join()).not.toContain("400")
  })

  test("the order's number, items and total come first, and the offer lists the items itself", () => {
    const order = { display_id: 1001, items: [{ title: "Sofa", quantity: 2 }], total: 491.46, currency: "usd" }
    const rowsOf = (screen: Screen) => figures(screen)[0]?.rows.map(({ label, value }) => `${label} ${value}`.trim())
    for (const step of ["intro", "unavailable", "first_payment_pending"] as const)
      expect(rowsOf(again({ step, order }))).toEqual(["Order #1001", "2 × Sofa", "Order total $491.46"])
    expect(rowsOf(again({ step: "offer", offer, order }))).toEqual(["Order #1001", "Order total $491.46"])
    expect(JSON.stringify(again({ step: "offer", offer, order }).blocks)).toContain("1 × Sofa")
  })

  test("before the application nothing says that there is another payment method", () => {
    const words = JSON.stringify(again({ step: "intro" }))
    expect(words).toContain(screens.costs_more)
    expect(words).not.toMatch(/another payment method/i)
  })

  test.each<[LeaseStep, string[]]>([
    ["offer", ["main offer"]],
    ["cart_changed", ["main offer"]],
    ["unavailable", []],
  ])("at %s the contract is still to be signed, with the buttons %j", (step, expected) => {
    const screen = again({ step, messages: said })
    expect(screen.heading).toBe(steps.new_contract)
    expect(screenActions(screen)).toEqual(expected)
    expect(texts(screen).at(-1)).toBe(help)
  })

  test("an order above the approved amount shows that amount", () => {
    const approval = { amount: 450, currency: "usd", until: null, ends_soon: false, elsewhere: false }
    const screen = again({ step: "over_limit", approval })
    expect(screen.heading).toBe(steps.over_limit)
    expect(texts(screen)).toContain("You are approved for up to $450.00.")
    expect(screenActions(screen)).toEqual(["plain check"])
  })

  test("each screen names the contact once, and a denied customer isn't told to sign later", () => {
    const hints = (step: LeaseStep) =>
      texts(again({ step, messages: said })).filter((text) => text === help || text === screens.sign_later)
    for (const step of ["intro", "offer", "over_limit", "unavailable"] as const)
      expect(hints(step)).toEqual([screens.sign_later, help])
    expect(hints("undecided")).toEqual([help, screens.sign_later])
    expect(hints("denied")).toEqual([help])
  })

  test.each<LeaseStep>(["confirming", "first_payment_pending"])("at %s the order continues", (step) => {
    const screen = again({ step, messages: said })
    expect(screen.heading).toBe(steps.ready)
    expect(texts(screen)).toEqual([screens.order_goes_on, "The store says so.", help])
    expect(screenActions(screen)).toEqual(["plain check"])
  })
})
