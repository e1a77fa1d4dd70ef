/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import translations from "../../../admin/i18n"
import type { ActionKey, AdminLeaseView, DoneCode } from "../../../src/api/admin-types"
import { orderCard } from "../../fixtures/order-cards"
import { leaseOrder } from "../../support/lease-order"
import { openOrder, serveDashboard } from "./support/dashboard"

/** A merchant's actions in the order card: menu, next step, forms and confirmations, with the real components and responses over HTTP. */
const dashboard = serveDashboard()

const en = translations.en.translation.leaseToOwn
/** The dashboard's query key of an order. */
const ORDER_KEY = ["orders", "detail", "order_1"]
const ELSEWHERE = "Mark as resolved"
const CORRECT = "Correct the record"
const LINK = "https://shop.example/lease?cart=cart_1#lease-key=1f2e3d4c5b6a79880123456789abcdef"
const NOTE = "Signed on paper, said Ana <b>&amp;</b> محمد 王"
const done = (name: string, code: DoneCode = "mark_resolved") => ({
  body: { result: "done", code, lease: orderCard(name) },
})
const refused = (code: string, name: string, params: Record<string, string> = {}) => ({
  body: { result: "refused", refusal: { code, params, message: "In English." }, lease: orderCard(name) },
})

/** Opens an order whose lease is this fixture, with changes, beside the order page's own query. */
async function open(name: string, change: Partial<AdminLeaseView> = {}) {
  dashboard.answer(() => ({ body: { lease: { ...orderCard(name), ...change } } }))
  const page = openOrder(dashboard, leaseOrder("order_1"))
  await screen.findByText(orderCard(name).reference)
  page.client.setQueryData([...ORDER_KEY, { query: { fields: "id" } }], {})
  const button = (name: string) => screen.getByRole("button", { name })
  return {
    ...page,
    button,
    /** Sets the store's response to actions and reads from now on. */
    ends: (name: string, reply: Parameters<typeof dashboard.act>[0]) => {
      dashboard.answer(() => ({ body: { lease: orderCard(name) } }))
      dashboard.act(reply)
    },
    choose: async (name: string) => {
      await page.user.click(button("Actions for this lease"))
      await page.user.click(await screen.findByRole("menuitem", { name }))
    },
    /** Whether Medusa's own cards will be reloaded. */
    orderIsStale: () => page.client.getQueryCache().find({ queryKey: ORDER_KEY, exact: false })?.state.isInvalidated,
  }
}
const toast = (text: string | RegExp) => screen.findByText(text, { selector: "[data-sonner-toast] *" })
/** Days in the dashboard's format. */
const asWritten = (text: string) =>
  text.replace(/\d{4}-\d\d-\d\d/, (day) =>
    new Intl.DateTimeFormat("en", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(day)),
  )
const sent = () => dashboard.taken.map(({ key, body }) => [key, body])

it("the query keys are the dashboard's own for orders", () => {
  const file = join(dirname(require.resolve("@medusajs/dashboard/package.json")), "src/hooks/api/orders.tsx")
  expect(readFileSync(file, "utf8")).toContain('const ORDERS_QUERY_KEY = "orders" as const')
  const factory = readFileSync(join(dirname(file), "../../lib/query-key-factory.ts"), "utf8")
  expect(factory).toContain("all: [globalKey]")
  expect(factory).toContain('details: () => [...queryKeyFactory.all, "detail"]')
})

/** The steps before an action is sent: the form's choice, note or suggested day; then words of the confirmation, and its button. */
type Steps = {
  isInMenu?: true
  form?: { choose?: string; note?: string; date?: string; submit?: string }
  question?: [says: string[], yes: string | RegExp]
}
type Row = [key: ActionKey, card: string, press: string, body: object, after: string, code: DoneCode, steps?: Steps]

const WHOSE = "#1042, jordan@shopper.example, $1,289.50."
const SUMS = ["Replace the contract of #1042?", "$1,289.50", "$1,349.50", "Acorn Leasing"]
const CANCEL: Steps = {
  isInMenu: true,
  question: [["Cancel this lease?", "cannot be restored", WHOSE], "Cancel lease"],
}
const REPLACE: Steps = { question: [SUMS, "Cancel and create new contract"] }
/** The days that the server suggests. */
const [NOV_20, NOV_21] = [{ date: "2026-11-20" }, { date: "2026-11-21" }]
const RETURN: Steps = { form: NOV_21, question: [[], "Return lease"] }
const SEND: Steps = { form: NOV_20, question: [[], "Send date"] }
const DONE: Steps = { form: { choose: "Delivered", note: NOTE } }
const MARK: Steps = { isInMenu: true, form: { note: NOTE } }
const delivered = { note: NOTE, outcome: "delivered", acknowledged: ["delivery_unknown"] }
const canceled = { note: NOTE, outcome: "canceled", acknowledged: [] }
const wrong: Steps = {
  isInMenu: true,
  form: { choose: "Canceled", note: NOTE, submit: CORRECT },
  question: [["Correct the record of #1042?", WHOSE, "the customer keeps paying"], CORRECT],
}

const ROWS: Row[] = [
  ["check_status", "awaiting", "Check now", {}, "accepted", "signed"],
  ["check_return", "delivered", "Check return", {}, "delivered", "return_not_allowed", { isInMenu: true }],
  ["cancel_contract", "accepted", "Cancel lease", {}, "canceled", "cancel_contract", CANCEL],
  ["replace_contract", "amount-differs", "New contract", {}, "replacing", "replace_contract", REPLACE],
  ["confirm_delivery", "delivery-due", "Confirm delivery", NOV_20, "delivered", "confirm_delivery", { form: NOV_20 }],
  ["return_lease", "return-due", "Start return", NOV_21, "canceled", "return_lease", RETURN],
  [
    "send_delivery_date",
    "widget-delivery-due",
    "Send delivery date",
    NOV_20,
    "widget-active",
    "send_delivery_date",
    SEND,
  ],
  ["attest", "awaiting", "Mark as signed", { note: NOTE }, "accepted", "attest", MARK],
  ["mark_resolved", "delivery-unknown", ELSEWHERE, delivered, "delivered", "mark_resolved", DONE],
  ["mark_resolved", "accepted", `${CORRECT} …`, canceled, "canceled", "mark_resolved", wrong],
]

/** Takes all of an action's steps but the last press, and returns that button. */
async function begin(page: Awaited<ReturnType<typeof open>>, press: string, { isInMenu, form, question }: Steps = {}) {
  let next = () => (isInMenu ? page.choose(press) : page.user.click(page.button(press)))
  if (form) {
    await next()
    const dialog = within(await screen.findByRole("dialog", { name: press }))
    if (form.choose) await page.user.click(dialog.getByRole("radio", { name: form.choose }))
    if (form.note) fireEvent.change(dialog.getByLabelText("Note"), { target: { value: form.note } })
    if (form.date) expect(dialog.getByLabelText<HTMLInputElement>(/ date$/).value).toBe(form.date)
    next = () => page.user.click(dialog.getByRole("button", { name: form.submit ?? press }))
  }
  if (!question) return next
  await next()
  const asked = await screen.findByRole("alertdialog")
  const [says, yes] = question
  expect(says.filter((words) => !asked.textContent?.includes(words))).toEqual([])
  return () => page.user.click(within(asked).getByRole("button", { name: yes }))
}

it.each(ROWS)("%s of %s (%s) is sent once with %j, moves the lease to %s and shows: %s", async (...row) => {
  const [key, card, press, body, after, code, steps] = row
  const page = await open(card)
  page.ends(after, () => done(after, code))
  const last = await begin(page, press, steps)
  expect(sent()).toEqual([])
  await last()
  await toast(
    en.done[code as keyof typeof en.done].replace("{{operator}}", "Acorn Leasing").replace("{{state}}", "Lease active"),
  )
  expect(sent()).toEqual([[key, body]])
  await waitFor(() => expect(dashboard.asked).toHaveLength(2))
  expect(page.orderIsStale()).toBe(true)
  expect(await screen.findByText(orderCard(after).reference)).toBeTruthy()
  expect(screen.queryByRole("dialog") ?? screen.queryByRole("alertdialog")).toBeNull()
  // A keyboard user keeps the focus.
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

it("no other action is possible while one runs", async () => {
  const { user, button, ends } = await open("awaiting")
  let answer = () => {}
  ends("accepted", () => new Promise((resolve) => (answer = () => resolve(done("accepted", "signed")))))
  await user.click(button("Check now"))
  await waitFor(() => expect(sent()).toHaveLength(1))
  for (const name of ["Check now", "Actions for this lease"]) expect(button(name).matches(":disabled")).toBe(true)
  await user.click(button("Check now"))
  answer()
  await toast("The contract is signed.")
  expect(sent()).toHaveLength(1)
})

it.each<[code: string, params: Record<string, string>, after: string, says: string | RegExp]>([
  ["cancel_refused", { reason: "it has shipped" }, "accepted", /: it has shipped/],
  ["already_delivered", { date: "2026-11-20" }, "delivered", /for Nov 20, 2026/],
  ["state_changed", {}, "part-shipped", /has changed in the meantime/],
  ["of_tomorrow", {}, "accepted", "In English."],
])("the refusal %s with %j, after which the lease is %s, is shown as text on an updated card", async (...row) => {
  const [code, params, after, says] = row
  const page = await open("accepted")
  page.ends(after, () => refused(code, after, params))
  await (await begin(page, "Cancel lease", CANCEL))()
  await toast(says)
  expect(await screen.findByText(Object(en.states)[orderCard(after).state])).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole("dialog") ?? screen.queryByRole("alertdialog")).toBeNull())
  expect(sent()).toHaveLength(1)
})

it.each([
  [
    "a lost response",
    "drop",
    /^The store did not respond\. We do not know whether this went through\. Check the lease/,
  ],
  ["a proxy's response", { status: 502, body: "<html>" }, /do not know whether this went through/],
  ["an expired session", { status: 401, body: {} }, /no longer logged in\. Nothing was changed/],
  ["a revoked role", { status: 403, body: {} }, "Your role does not allow this action."],
  ["a lease that is gone", { status: 404, body: {} }, /not found\. Nothing was changed/],
  ["a request that the store refuses", { status: 415, body: {} }, /did not accept this request/],
] as const)("%s is shown, and nothing is resent automatically", async (_, reply, says) => {
  const page = await open("accepted")
  page.ends("accepted", () => reply)
  await (await begin(page, "Cancel lease", CANCEL))()
  await toast(says)
  await waitFor(() => expect(page.button("Actions for this lease").matches(":disabled")).toBe(false))
  expect(sent()).toHaveLength(1)
  // A logged-out user keeps the page, because another request would lead to the login.
  const times = "status" in Object(reply) && (reply as { status: number }).status === 401 ? 1 : 2
  await waitFor(() => expect(dashboard.asked).toHaveLength(times))
})

it("the link for a new contract belongs to the new lease, is shown to one person, and is gone after closing", async () => {
  const { user, ends, client } = await open("amount-differs")
  ends("replacing", () => done("replacing", "replace_contract"))
  await user.click(await screen.findByRole("button", { name: en.actions.replace_contract }))
  const question = within(await screen.findByRole("alertdialog"))
  await user.click(question.getByRole("button", { name: en.prompts.replace_contract.confirm }))
  await toast(en.done.replace_contract)
  const former = screen.getByRole("link", { name: orderCard("accepted").reference })
  expect(former.getAttribute("href")).toBe(`/leases/${orderCard("accepted").id}`)
  dashboard.act(() => ({
    body: { result: "done", code: "signing_link", lease: orderCard("replacing"), link: LINK },
  }))
  await user.click(screen.getByRole("button", { name: en.actions.signing_link }))
  const drawer = await screen.findByRole("dialog", { name: en.link.title })
  await waitFor(() => expect(document.querySelector("[data-sonner-toast]")).toBeNull())
  expect(dashboard.taken.map(({ leaseId, key }) => [leaseId, key])).toEqual([
    [orderCard("amount-differs").id, "replace_contract"],
    [orderCard("replacing").id, "signing_link"],
  ])
  expect(drawer.textContent).toContain(LINK)
  expect(drawer.textContent).toContain(en.link.whom.replace("{{customer}}", "jordan@shopper.example"))
  const caches = [client.getQueryCache(), client.getMutationCache()]
  const kept = caches.flatMap((cache) => cache.getAll().map(({ state }: { state: unknown }) => state))
  const toasts = [...document.querySelectorAll("[data-sonner-toast]")].map(({ textContent }) => textContent)
  expect(JSON.stringify([kept, toasts])).not.toContain("lease-key")
  await user.click(within(drawer).getByRole("button", { name: en.link.copy }))
  expect(await navigator.clipboard.readText()).toBe(LINK)
  const [, close] = within(drawer).getAllByRole("button", { name: en.card.close })
  await user.click(close as HTMLElement)
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(document.body.textContent).not.toContain("lease-key")
  expect(localStorage.length + sessionStorage.length).toBe(0)
  await waitFor(() => expect(document.activeElement?.textContent).toBe(en.actions.signing_link))
})

it("an unpaid order's link is shown until it is closed, and then the card of its lease", async () => {
  dashboard.answer(() => ({ body: { lease: null, link: { allowed: true } } }))
  const { user } = openOrder(dashboard, leaseOrder("order_1"))
  dashboard.act(() => {
    dashboard.answer(() => ({ body: { lease: orderCard("replacing") } }))
    return { body: { result: "done", code: "signing_link", lease: orderCard("replacing"), link: LINK } }
  })
  await user.click(await screen.findByRole("button", { name: en.actions.signing_link }))
  const drawer = await screen.findByRole("dialog", { name: en.link.title })
  expect(sent()).toEqual([["link", {}]])
  await waitFor(() => expect(dashboard.asked.length).toBeGreaterThan(1))
  expect(drawer.textContent).toContain(LINK)
  await user.keyboard("{Escape}")
  await screen.findByText(orderCard("replacing").reference)
  expect(document.body.textContent).not.toContain("lease-key")
})

it("an unpaid order that can't be leased names each reason, and a refused link says why", async () => {
  const reasons = [{ code: "unavailable_incomplete", params: {}, message: "Choose a delivery." }]
  dashboard.answer(() => ({ body: { lease: null, link: { allowed: false, reasons } } }))
  const { reread, user } = openOrder(dashboard, leaseOrder("order_1"))
  await screen.findByText("The order needs a delivery address with its state, and a shipping method.")
  expect(screen.queryByRole("button", { name: en.actions.signing_link })).toBeNull()
  dashboard.answer(() => ({ body: { lease: null, link: { allowed: true } } }))
  dashboard.act(() => ({ status: 409, body: { message: "It was paid meanwhile." } }))
  reread({ ...leaseOrder("order_1"), version: 2 } as never)
  await user.click(await screen.findByRole("button", { name: en.actions.signing_link }))
  await toast("It was paid meanwhile.")
})

it("an action's form requires a day that the server accepts, and a refused day can be corrected", async () => {
  const { user, choose, ends } = await open("accepted")
  ends("accepted", () => refused("date_invalid", "accepted", { reason: "it lies too far ahead" }))
  await choose("Confirm delivery")
  const form = within(await screen.findByRole("dialog", { name: "Confirm delivery" }))
  expect(form.getByText(/^0 of 2 items are delivered/)).toBeTruthy()
  const field = form.getByLabelText<HTMLInputElement>("Delivery date")
  expect([field.min, field.max]).toEqual(["2026-11-22", "2027-11-22"])
  const days = form.getByText("Choose a day from Nov 22, 2026 to Nov 22, 2027.")
  expect(field.getAttribute("aria-describedby")).toContain(days.id)
  await user.click(form.getByRole("button", { name: "Confirm delivery" }))
  expect(form.getByText("Choose a date.")).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(sent()).toEqual([])
  fireEvent.change(field, { target: { value: "2026-11-30" } })
  await user.type(field, "{Enter}")
  expect((await form.findByRole("alert")).textContent).toBe("This date is not accepted: it lies too far ahead.")
  expect(sent()).toEqual([["confirm_delivery", { date: "2026-11-30" }]])
})

it("an action's form requires a note, keeps it if the response is lost, and sends it unchanged", async () => {
  const { user, choose, ends } = await open("awaiting")
  ends("awaiting", () => "drop")
  await choose("Mark as signed")
  const form = within(await screen.findByRole("dialog", { name: "Mark as signed" }))
  const send = () => user.click(form.getByRole("button", { name: "Mark as signed" }))
  const field = form.getByLabelText<HTMLTextAreaElement>("Note")
  await user.type(field, "  short ")
  await send()
  expect(form.getByText("Write a note of at least 10 characters. It is stored with your name.")).toBeTruthy()
  expect(field.getAttribute("aria-invalid")).toBe("true")
  fireEvent.change(field, { target: { value: NOTE } })
  await send()
  expect((await form.findByRole("alert")).textContent).toContain("do not know whether this went through")
  expect(field.value).toBe(NOTE)
  ends("accepted", () => done("accepted", "attest"))
  await user.type(field, "{Control>}{Enter}{/Control}")
  await toast("The lease is marked as signed.")
  expect(sent()).toEqual([
    ["attest", { note: NOTE }],
    ["attest", { note: NOTE }],
  ])
})

it.each([
  ["delivery-unknown", ELSEWHERE, ELSEWHERE, ["canceled", "returned", "delivered", "nothing"]],
  ["accepted", `${CORRECT} …`, CORRECT, ["canceled", "returned", "delivered"]],
])("the form of %s (%s) requires one of the server's outcomes", async (card, name, submit, offered) => {
  const { user, choose } = await open(card)
  await choose(name)
  const form = within(await screen.findByRole("dialog", { name }))
  expect(form.getAllByRole("radio").map((radio) => radio.getAttribute("value"))).toEqual(offered)
  expect(orderCard(card).outcomes).toEqual(offered)
  expect(document.body.textContent).not.toContain("{{")
  fireEvent.change(form.getByLabelText("Note"), { target: { value: NOTE } })
  await user.click(form.getByRole("button", { name: submit }))
  expect(form.getByText("Choose how it ended.")).toBeTruthy()
  expect(sent()).toEqual([])
})

it("an action's form goes with the step that opened it, and does not come back with the next one", async () => {
  const { user, button, client } = await open("widget-delivery-due")
  await user.click(button("Send delivery date"))
  await screen.findByRole("dialog")
  for (const [name, badge] of [
    ["delivered", "Lease active"],
    ["delivery-due", "Delivery to confirm"],
  ] as const) {
    dashboard.answer(() => ({ body: { lease: orderCard(name) } }))
    await act(() => client.invalidateQueries())
    await screen.findByText(badge)
    expect(screen.queryByRole("dialog")).toBeNull()
  }
})

it("an action's form shows what the alert was about if closing it accepts the order", async () => {
  const [alert] = orderCard("amount-differs").alerts
  const alerts = [{ ...alert, code: "recipient_differs", params: {}, since: null, mark: "0123456789abcdef" }]
  const page = await open("amount-differs", { alerts, outcomes: ["nothing"] })
  page.ends("accepted", () => done("accepted"))
  await (await begin(page, ELSEWHERE, MARK))()
  await toast("Marked as resolved.")
  expect(sent()).toMatchObject([["mark_resolved", { acknowledged: ["recipient_differs:0123456789abcdef"] }]])
})

it.each([
  ["Cancel lease", "alertdialog"],
  ["Confirm delivery", "dialog"],
])("leaving %s with Escape sends nothing, and returns the focus to the menu", async (action, role) => {
  const { user, button, choose } = await open("accepted")
  await choose(action)
  await screen.findByRole(role)
  await user.keyboard("{Escape}")
  await waitFor(() => expect(document.activeElement).toBe(button("Actions for this lease")))
  expect(screen.queryByRole(role)).toBeNull()
  expect(sent()).toEqual([])
})

it("every impossible action has its reason, for screen readers too", async () => {
  const { user, button } = await open("accepted")
  await user.click(button("Actions for this lease"))
  await screen.findByRole("menu")
  const { actions } = orderCard("accepted")
  const items = screen.getAllByRole("menuitem")
  const absent = ["hosted_only", "release_not_held", "replace_nothing", "signing_link_none", "withdraw_link_none"]
  const shown = Object.values(actions).filter((may) => may.allowed || !absent.includes(may.reason))
  expect(items.map(({ textContent }) => textContent)).toContain("Invoice for Acorn Leasing")
  expect(items).toHaveLength(shown.length + 1)
  const disabled = items.filter((item) => item.getAttribute("aria-disabled") === "true")
  expect(disabled).toHaveLength(shown.filter(({ allowed }) => !allowed).length)
  for (const item of disabled) {
    const reason = document.getElementById(item.getAttribute("aria-describedby") ?? "")?.textContent
    expect(shown.map((may) => !may.allowed && asWritten(may.message ?? ""))).toContain(reason)
    await user.click(item)
  }
  expect(sent()).toEqual([])
  expect(screen.getByRole("menu")).toBeTruthy()
})

it("a person who may not act sees only the lease", async () => {
  const actions = Object.fromEntries(
    Object.keys(orderCard("awaiting").actions).map((key) => [key, { allowed: false, reason: "not_permitted" }]),
  ) as Record<ActionKey, { allowed: false; reason: string }>
  const { side } = await open("awaiting", { actions })
  expect(within(side).getByText("You can view this lease, but not act on it.")).toBeTruthy()
  expect(within(side).queryByRole("button", { name: /Actions|Check now/ })).toBeNull()
})
