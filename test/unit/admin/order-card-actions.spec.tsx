/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import translations from "../../../admin/i18n"
import type { ActionKey, AdminLeaseView, DoneCode } from "../../../src/api/admin-types"
import { orderCard } from "../../fixtures/order-cards"
import { leaseOrder } from "../../support/lease-order"
import { openOrder, serveDashboard } from "./support/dashboard"

/** A merchant's actions in the order card: menu, next step, forms and questions, with the real components and answers over HTTP. */
const dashboard = serveDashboard()

const en = translations.en.translation.leaseToOwn
/** The dashboard's query key of an order. */
const ORDER_KEY = ["orders", "detail", "order_1"]
const NOTE = "Signed on paper, said Ana <b>&amp;</b> محمد 王"
const done = (name: string, says: DoneCode = "settle") => ({ body: { result: "done", says, lease: orderCard(name) } })
const refused = (code: string, name: string, params: Record<string, string> = {}) => ({
  body: { result: "refused", refusal: { code, params, message: "In English." }, lease: orderCard(name) },
})

/** Opens an order whose lease is this fixture, but for what is changed; the order page's own query beside it. */
async function open(name: string, change: Partial<AdminLeaseView> = {}, language = "en") {
  dashboard.server.answer(() => ({ body: { lease: { ...orderCard(name), ...change } } }))
  const page = openOrder(dashboard, leaseOrder("order_1"), { language })
  await screen.findByText(orderCard(name).reference)
  page.client.setQueryData([...ORDER_KEY, { query: { fields: "id" } }], {})
  const orderQuery = () => page.client.getQueryCache().find({ queryKey: ORDER_KEY, exact: false })
  const button = (name: string) => screen.getByRole("button", { name })
  return {
    ...page,
    button,
    /** The store says this from now on, after an action and when it is asked. */
    ends: (name: string, reply: Parameters<typeof dashboard.server.act>[0]) => {
      dashboard.server.answer(() => ({ body: { lease: orderCard(name) } }))
      dashboard.server.act(reply)
    },
    choose: async (name: string) => {
      await page.user.click(button("Actions for this lease"))
      await page.user.click(await screen.findByRole("menuitem", { name }))
    },
    /** Whether Medusa's own cards will be read again. */
    orderIsStale: () => orderQuery()?.state.isInvalidated,
  }
}
const toast = (text: string | RegExp) => screen.findByText(text, { selector: "[data-sonner-toast] *" })
/** Days as the dashboard writes them. */
const asWritten = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\d/, (day) =>
    new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day)),
  )
const sent = () => dashboard.server.taken.map(({ key, body }) => [key, body])

it("knows the key with which the dashboard reads an order", () => {
  const file = join(dirname(require.resolve("@medusajs/dashboard/package.json")), "src/hooks/api/orders.tsx")
  expect(readFileSync(file, "utf8")).toContain('const ORDERS_QUERY_KEY = "orders" as const')
  const factory = readFileSync(join(dirname(file), "../../lib/query-key-factory.ts"), "utf8")
  expect(factory).toContain('details: () => [...queryKeyFactory.all, "detail"]')
})

describe("an action that needs nothing more", () => {
  it.each([
    ["check_status", "awaiting", "Check now", "accepted", "signed", "Contract is signed."],
    ["check_status", "awaiting", "Check now", "awaiting", "no_word", "There is still no answer about the signature."],
    [
      "check_status",
      "awaiting",
      "Check now",
      "not-confirmed",
      "not_signed",
      /^Acorn Leasing reports that the contract is not/,
    ],
    ["check_return", "not-returnable", "Check return", "delivered", "return_allowed", "The lease can be returned."],
    [
      "check_return",
      "not-returnable",
      "Check return",
      "not-returnable",
      "return_not_allowed",
      "The lease cannot be returned now.",
    ],
    ["retry", "delivery-failed", "Try again", "delivered", "retry", "Tried again. Now: Lease active."],
    [
      "send_order_id",
      "order-id-due",
      "Send order number",
      "widget-active",
      "send_order_id",
      "The order number is sent.",
    ],
  ] as const)(
    "%s: one press, once sent, the answer is told, the card and Medusa's own are read again (%s, %s, %s, %s)",
    async (key, name, label, after, says, words) => {
      const { user, button, ends, orderIsStale } = await open(name)
      let answer = (_: unknown) => {}
      ends(after, () => new Promise((resolve) => (answer = () => resolve(done(after, says)))))
      await user.click(button(label))
      await waitFor(() => expect(sent()).toEqual([[key, {}]]))
      // Nothing else can be asked for while it runs.
      expect(button(label).matches(":disabled")).toBe(true)
      expect(button("Actions for this lease").matches(":disabled")).toBe(true)
      await user.click(button(label))
      answer(null)
      await toast(words)
      await waitFor(() => expect(dashboard.server.asked).toHaveLength(2))
      expect(orderIsStale()).toBe(true)
      expect(sent()).toHaveLength(1)
      // A keyboard user keeps their place.
      await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    },
  )
})

describe("canceling the lease", () => {
  it("asks first, does nothing on Back, and is told when it is done", async () => {
    const { user, choose, ends } = await open("accepted")
    ends("cancelled-order-open", () => done("cancelled-order-open", "cancel_contract"))
    await choose("Cancel lease")
    const question = await screen.findByRole("alertdialog", { name: "Cancel this lease?" })
    expect(question.textContent).toContain("cannot be restored")
    // A person with two open orders sees which one it is.
    expect(question.textContent).toContain("#1042, jordan@shopper.example, $1,289.50.")
    await user.click(within(question).getByRole("button", { name: "Back" }))
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull())
    expect(sent()).toEqual([])
    await choose("Cancel lease")
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel lease" }))
    await toast("The lease is canceled.")
    expect(sent()).toEqual([["cancel_contract", {}]])
    expect(await screen.findByText("Canceled")).toBeTruthy()
  })

  it.each([
    [
      "refused by the service",
      "cancel_refused",
      { reason: "the service gave no reason" },
      "accepted",
      /refused to cancel the lease: the service gave no reason/,
    ],
    [
      "two people at once: the second reads what the first did",
      "already_closed",
      {},
      "cancelled",
      /This lease is over/,
    ],
    ["changed since the page was opened", "state_changed", {}, "part-shipped", /has changed in the meantime/],
    [
      "already told, with the day as people write it",
      "already_delivered",
      { date: "2026-11-20" },
      "delivered",
      /for Nov 20, 2026/,
    ],
    ["a code that the dashboard does not know", "of_tomorrow", {}, "accepted", "In English."],
  ])("%s", async (_, code, params, after, says) => {
    const { user, choose, ends, side } = await open("accepted")
    ends(after, () => refused(code, after, params as Record<string, string>))
    await choose("Cancel lease")
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel lease" }))
    await toast(says)
    await waitFor(() =>
      expect(side.textContent).toContain({ accepted: "Lease accepted", cancelled: "Canceled" }[after] ?? ""),
    )
    expect(sent()).toHaveLength(1)
  })

  it.each([
    [
      "a lost answer",
      "drop",
      "The store did not answer. We do not know whether this went through. Check the lease before you try again.",
    ],
    ["a proxy's answer", { status: 502, body: "<html>" }, /do not know whether this went through/],
    [
      "an expired session",
      { status: 401, body: { message: "Unauthorized" } },
      /no longer logged in\. Nothing was changed/,
    ],
    ["a role that was taken away", { status: 403, body: {} }, "Your role does not allow this action."],
    ["a lease that is gone", { status: 404, body: {} }, /not found\. Nothing was changed/],
    ["a request that the store does not take", { status: 415, body: {} }, /did not accept this request/],
  ] as const)("%s is told, and nothing is resent automatically", async (_, reply, says) => {
    const { user, choose, ends, button } = await open("accepted")
    ends("accepted", () => reply)
    await choose("Cancel lease")
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Cancel lease" }))
    await toast(says)
    await waitFor(() => expect(button("Actions for this lease").matches(":disabled")).toBe(false))
    expect(sent()).toHaveLength(1)
    // A person who is logged out keeps the page, because asking again would lead to the login.
    const times = "status" in Object(reply) && (reply as { status: number }).status === 401 ? 1 : 2
    await waitFor(() => expect(dashboard.server.asked).toHaveLength(times))
  })
})

describe("the new contract of an edited order", () => {
  const TEXTS = {
    en: ["New contract", "Replace the contract of #1042?", "Cancel and make new contract", "Get signing link"],
    es: [
      "Nuevo contrato",
      "¿Sustituir el contrato de #1042?",
      "Cancelar y crear contrato nuevo",
      "Obtener el enlace para firmar",
    ],
  } as const
  const LINK = "https://shop.example/lease?cart=cart_1#lease-key=1f2e3d4c5b6a79880123456789abcdef"
  /** A text of the dashboard with its parameters filled in. */
  const said = (
    language: keyof typeof TEXTS,
    text: (texts: typeof en) => string,
    params: Record<string, string> = {},
  ) =>
    text(translations[language].translation.leaseToOwn as typeof en).replace(
      /\{\{(\w+)\}\}/g,
      (_, name: string) => params[name] ?? "",
    )
  const money = (language: string, amount: number) =>
    new Intl.NumberFormat(language, { style: "currency", currency: "usd", currencyDisplay: "narrowSymbol" }).format(
      amount,
    )
  const linked = (): object => ({
    body: { result: "done", says: "signing_link", lease: orderCard("replacing"), link: LINK },
  })

  describe.each(Object.keys(TEXTS) as (keyof typeof TEXTS)[])("in %s", (language) => {
    const [button, title, confirm, getLink] = TEXTS[language]

    it("is asked about once more with both sums, and the card shows the new lease at once", async () => {
      const { user, ends } = await open("amount-differs", {}, language)
      ends("replacing", () => done("replacing", "replace_contract"))
      await user.click(await screen.findByRole("button", { name: button }))
      const question = await screen.findByRole("alertdialog", { name: title })
      const sums = { operator: "Acorn Leasing", amount: money(language, 1289.5), total: money(language, 1349.5) }
      expect(question.textContent).toContain(said(language, ({ prompts }) => prompts.replace_contract.text, sums))
      expect(sent()).toEqual([])
      await user.click(within(question).getByRole("button", { name: confirm }))
      await toast(said(language, ({ done }) => done.replace_contract))
      expect(dashboard.server.taken).toMatchObject([
        { leaseId: orderCard("amount-differs").id, key: "replace_contract", body: {} },
      ])
      expect(await screen.findByText(orderCard("replacing").reference)).toBeTruthy()
      expect(screen.getByRole("link", { name: orderCard("accepted").reference }).getAttribute("href")).toBe(
        `/leases/${orderCard("accepted").id}`,
      )
      // The next step is that of the new lease, and so is the address of its action.
      dashboard.server.act(linked as never)
      await user.click(screen.getByRole("button", { name: getLink }))
      await screen.findByText(LINK)
      expect(dashboard.server.taken[1]).toMatchObject({ leaseId: orderCard("replacing").id, key: "signing_link" })
    })

    it("is signed by a link that is shown for one person, and nowhere once it is closed", async () => {
      const { user, ends, client } = await open("replacing", {}, language)
      ends("replacing", linked as never)
      await user.click(await screen.findByRole("button", { name: getLink }))
      const drawer = await screen.findByRole("dialog", { name: said(language, ({ link }) => link.title) })
      expect(drawer.textContent).toContain(LINK)
      expect(drawer.textContent).toContain(
        said(language, ({ link }) => link.whom, { customer: "jordan@shopper.example" }),
      )
      const kept = () => [
        ...client
          .getQueryCache()
          .getAll()
          .map(({ state }) => state),
        ...client
          .getMutationCache()
          .getAll()
          .map(({ state }) => state),
        ...document.querySelectorAll("[data-sonner-toast]"),
      ]
      expect(JSON.stringify(kept())).not.toContain("lease-key")
      await user.click(within(drawer).getByRole("button", { name: said(language, ({ link }) => link.copy) }))
      expect(await navigator.clipboard.readText()).toBe(LINK)
      const [, close] = within(drawer).getAllByRole("button", { name: said(language, ({ card }) => card.close) })
      await user.click(close as HTMLElement)
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
      expect(document.body.textContent).not.toContain("lease-key")
      expect(localStorage.length + sessionStorage.length).toBe(0)
      await waitFor(() => expect(document.activeElement?.textContent).toBe(getLink))
    })
  })

  it("is not made on Back", async () => {
    const { user, button } = await open("amount-differs")
    await user.click(button("New contract"))
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Back" }))
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull())
    expect(sent()).toEqual([])
  })

  it.each([
    ["replace_over_limit", { total: "$1,349.50", operator: "Acorn Leasing", approved: "$1,300.00" }, /still stands/],
    ["replace_approval_over", { whom: "Acorn Leasing" }, /The approval has ended/],
    [
      "cancel_refused",
      { reason: "it has shipped", whom: "Acorn Leasing" },
      /refused to cancel the lease: it has shipped/,
    ],
  ])("is refused in words, and the signed contract stays on the card: %s", async (code, params, says) => {
    const { user, button, ends } = await open("amount-differs")
    ends("amount-differs", () => refused(code, "amount-differs", params))
    await user.click(button("New contract"))
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: /^Cancel and/ }))
    await toast(says)
    expect(screen.getByText(orderCard("accepted").reference)).toBeTruthy()
  })

  it("says which option is missing where no link can be made", async () => {
    const { user, button, ends } = await open("replacing")
    ends("replacing", () => refused("signing_link_option", "replacing"))
    await user.click(button("Get signing link"))
    await toast(/^No link was created\. Set contractLink in the plugin's options/)
    expect(screen.queryByRole("dialog")).toBeNull()
  })
})

describe("a day", () => {
  it("is filled in as the server suggests, among the days that it takes", async () => {
    const { user, button, ends } = await open("delivery-due")
    ends("delivered", () => done("delivered", "confirm_delivery"))
    await user.click(button("Confirm delivery"))
    const field = await screen.findByLabelText<HTMLInputElement>("Delivery date")
    expect([field.value, field.min, field.max]).toEqual(["2026-11-20", "2026-11-18", "2027-11-22"])
    expect(field.getAttribute("aria-describedby")).toBe(screen.getByText("A day from Nov 18, 2026 to Nov 22, 2027.").id)
    fireEvent.change(field, { target: { value: "2026-11-19" } })
    await user.type(field, "{Enter}")
    await toast("The delivery is confirmed.")
    expect(sent()).toEqual([["confirm_delivery", { date: "2026-11-19" }]])
    expect(screen.queryByRole("dialog")).toBeNull()
  })

  it("is needed, and one that the server refuses can be corrected", async () => {
    const { user, choose, ends } = await open("accepted")
    ends("accepted", () => refused("date_invalid", "accepted", { reason: "it lies too far ahead" }))
    await choose("Confirm delivery")
    const form = within(await screen.findByRole("dialog", { name: "Confirm delivery" }))
    expect(form.getByText(/^0 of 2 items are delivered/)).toBeTruthy()
    await user.click(form.getByRole("button", { name: "Confirm delivery" }))
    expect(form.getByText("Choose a date.")).toBeTruthy()
    const field = form.getByLabelText("Delivery date")
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(sent()).toEqual([])
    fireEvent.change(field, { target: { value: "2099-01-01" } })
    await user.click(form.getByRole("button", { name: "Confirm delivery" }))
    expect((await form.findByRole("alert")).textContent).toBe("This date is not accepted: it lies too far ahead.")
  })

  it.each([
    [
      "return_lease",
      "return-due",
      "Start return",
      "Return date",
      "Return lease",
      "returned",
      "The lease is returned.",
      "2026-11-21",
    ],
    [
      "send_delivery_date",
      "widget-delivery-due",
      "Send delivery date",
      "Delivery date",
      "Send date",
      "widget-done",
      "The delivery date is sent.",
      "2026-11-20",
    ],
  ] as const)(
    "%s: is asked about once more, because it is final",
    async (key, name, label, field, yes, after, says, date) => {
      const { user, button, ends } = await open(name)
      ends(after, () => done(after, key))
      await user.click(button(label))
      const form = within(await screen.findByRole("dialog", { name: label }))
      expect(form.getByLabelText<HTMLInputElement>(field).value).toBe(date)
      await user.click(form.getByRole("button", { name: label }))
      const question = await screen.findByRole("alertdialog")
      expect(sent()).toEqual([])
      await user.click(within(question).getByRole("button", { name: yes }))
      await toast(says)
      expect(sent()).toEqual([[key, { date }]])
    },
  )
})

describe("a note", () => {
  it("is needed, kept when the answer is lost, and sent as it was written", async () => {
    const { user, choose, ends } = await open("awaiting")
    ends("awaiting", () => "drop")
    await choose("Mark as signed")
    const form = within(await screen.findByRole("dialog", { name: "Mark as signed" }))
    const send = () => user.click(form.getByRole("button", { name: "Mark as signed" }))
    const field = form.getByLabelText<HTMLTextAreaElement>("Note")
    await user.type(field, "  too short  ".slice(0, 8))
    await send()
    expect(form.getByText("Write a note of at least 10 characters. It is stored with your name.")).toBeTruthy()
    expect(field.getAttribute("aria-invalid")).toBe("true")
    fireEvent.change(field, { target: { value: NOTE } })
    await send()
    expect((await form.findByRole("alert")).textContent).toContain("do not know whether this went through")
    expect(field.value).toBe(NOTE)
    ends("accepted-attested", () => done("accepted-attested", "attest"))
    await user.type(field, "{Control>}{Enter}{/Control}")
    await toast("The lease is marked as signed.")
    expect(sent()).toEqual([
      ["attest", { note: NOTE }],
      ["attest", { note: NOTE }],
    ])
  })

  it("comes with how it ended, of what the server takes, and with the alerts that were shown", async () => {
    const { user, button, ends } = await open("delivery-unknown")
    ends("delivered", () => done("delivered"))
    await user.click(button("Mark as done elsewhere"))
    const form = within(await screen.findByRole("dialog"))
    const choices = form.getAllByRole("radio").map((radio) => radio.getAttribute("value"))
    expect(choices).toEqual(orderCard("delivery-unknown").outcomes)
    fireEvent.change(form.getByLabelText("Note"), { target: { value: NOTE } })
    await user.click(form.getByRole("button", { name: "Mark as done elsewhere" }))
    expect(form.getByText("Choose how it ended: canceled, returned, delivered, or nothing.")).toBeTruthy()
    await user.click(form.getByRole("radio", { name: "Delivered" }))
    await user.click(form.getByRole("button", { name: "Mark as done elsewhere" }))
    await toast("It is marked as done elsewhere.")
    expect(sent()).toEqual([["settle", { note: NOTE, outcome: "delivered", seen: ["delivery_unknown"] }]])
  })

  it("says of what an alert was shown, where closing it accepts the order", async () => {
    const [alert] = orderCard("amount-differs").attention
    const attention = [{ ...alert, code: "recipient_differs", params: {}, since: null, mark: "0123456789abcdef" }]
    const { user, choose, ends } = await open("amount-differs", { attention, outcomes: ["nothing"] })
    ends("accepted", () => done("accepted"))
    await choose("Mark as done elsewhere")
    const form = within(await screen.findByRole("dialog"))
    fireEvent.change(form.getByLabelText("Note"), { target: { value: NOTE } })
    await user.click(form.getByRole("button", { name: "Mark as done elsewhere" }))
    await toast("It is marked as done elsewhere.")
    expect(sent()).toMatchObject([["settle", { seen: ["recipient_differs:0123456789abcdef"] }]])
  })

  it("that nothing asks for only corrects the record, is called that, and is asked about with order, customer, sum and consequence", async () => {
    const { user, choose, ends } = await open("accepted")
    ends("cancelled-order-open", () => done("cancelled-order-open"))
    await user.click(screen.getByRole("button", { name: "Actions for this lease" }))
    expect(screen.queryByRole("menuitem", { name: "Mark as done elsewhere" })).toBeNull()
    await user.keyboard("{Escape}")
    await choose("Correct the record …")
    const form = within(await screen.findByRole("dialog", { name: "Correct the record …" }))
    expect(form.queryByRole("radio", { name: "Nothing changed" })).toBeNull()
    await user.click(form.getByRole("radio", { name: "Canceled" }))
    fireEvent.change(form.getByLabelText("Note"), { target: { value: NOTE } })
    await user.click(form.getByRole("button", { name: "Correct the record" }))
    const question = await screen.findByRole("alertdialog", { name: "Correct the record of #1042?" })
    expect(question.textContent).toContain("#1042, jordan@shopper.example, $1,289.50.")
    expect(question.textContent).toContain("the customer keeps paying")
    expect(sent()).toEqual([])
    await user.click(within(question).getByRole("button", { name: "Correct the record" }))
    await toast("It is marked as done elsewhere.")
    expect(sent()).toMatchObject([["settle", { note: NOTE, outcome: "cancelled" }]])
  })

  it("goes when the lease has moved on meanwhile, with the reason", async () => {
    const { user, choose, ends } = await open("awaiting")
    ends("accepted", () => refused("already_confirmed", "accepted"))
    await choose("Mark as signed")
    const form = within(await screen.findByRole("dialog"))
    fireEvent.change(form.getByLabelText("Note"), { target: { value: NOTE } })
    await user.click(form.getByRole("button", { name: "Mark as signed" }))
    await toast("The signature of this lease is already confirmed.")
    expect(screen.queryByRole("dialog")).toBeNull()
    expect(await screen.findByText("Lease accepted")).toBeTruthy()
  })
})

describe("the menu", () => {
  it("can be used with the keyboard alone, and gives the focus back", async () => {
    const { user, button, ends } = await open("accepted")
    ends("cancelled", () => done("cancelled", "cancel_contract"))
    button("Actions for this lease").focus()
    await user.keyboard("{Enter}")
    await screen.findByRole("menu")
    expect(document.activeElement?.textContent).toBe("Check now")
    await user.keyboard("{ArrowDown}{Enter}")
    await screen.findByRole("alertdialog")
    await user.keyboard("{Escape}")
    await waitFor(() => expect(document.activeElement).toBe(button("Actions for this lease")))
    await user.keyboard("{Enter}")
    await screen.findByRole("menu")
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}")
    await screen.findByLabelText("Delivery date")
    await user.keyboard("{Escape}")
    await waitFor(() => expect(document.activeElement).toBe(button("Actions for this lease")))
    expect(sent()).toEqual([])
  })

  it.each(["accepted", "awaiting", "delivered", "sending", "second-order", "widget-active"])(
    "says of each action of %s why it is not possible, to those who hear it, too",
    async (name) => {
      const { user, button } = await open(name)
      await user.click(button("Actions for this lease"))
      await screen.findByRole("menu")
      const { can } = orderCard(name)
      const items = screen.getAllByRole("menuitem")
      const absent = ["hosted_only", "replace_nothing", "signing_link_none"]
      const shown = Object.values(can).filter((may) => may.allowed || !absent.includes(may.reason))
      expect(items).toHaveLength(shown.length)
      const disabled = items.filter((item) => item.getAttribute("aria-disabled") === "true")
      expect(disabled).toHaveLength(shown.filter(({ allowed }) => !allowed).length)
      for (const item of disabled) {
        const reason = document.getElementById(item.getAttribute("aria-describedby") ?? "")?.textContent
        expect(shown.map((may) => !may.allowed && asWritten(may.message ?? ""))).toContain(reason)
        await user.click(item)
      }
      expect(sent()).toEqual([])
      expect(screen.getByRole("menu")).toBeTruthy()
    },
  )
})

it("shows only the lease to a person who may not act", async () => {
  const can = Object.fromEntries(
    Object.keys(orderCard("awaiting").can).map((key) => [key, { allowed: false, reason: "not_permitted" }]),
  ) as Record<ActionKey, { allowed: false; reason: string }>
  const { side } = await open("awaiting", { can })
  expect(within(side).getByText("You can view this lease, but not act on it.")).toBeTruthy()
  expect(within(side).queryByRole("button", { name: /Actions|Check now/ })).toBeNull()
})

it.each([0.01, 999_999.99])("can be acted on whatever it comes to: %d", async (amount) => {
  const { user, button, ends } = await open("awaiting", { leased: { amount, currency_code: "usd" } })
  ends("awaiting", () => refused("busy", "awaiting"))
  await user.click(button("Check now"))
  await toast("Another action for this lease is in progress. Wait a moment and try again.")
})
