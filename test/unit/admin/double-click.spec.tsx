/** @jest-environment ./test/unit/admin/support/dashboard-environment.js */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react"
import { usual } from "../../fixtures/dashboard-pages"
import { orderCard } from "../../fixtures/order-cards"
import type { PageReply } from "../../support/page-server"
import { openAt, servePages } from "./support/pages"

/** Every button of the dashboard that sends something, pressed again before React can disable it. */
const pages = servePages()

type User = ReturnType<typeof openAt>["user"]
type Row = [name: string, at: string, sends: string, reply: PageReply, before?: (user: User) => Promise<void>]

const done = { result: "done", code: "retry", lease: orderCard("accepted") } as const
const ACT = "POST /lease-to-own/leases/[^/]+/actions"
const press = (name: string | RegExp) => async (user: User) => user.click(await screen.findByRole("button", { name }))

const ROWS: Row[] = [
  ["Check now", "/orders/awaiting", `${ACT}/check_status`, { body: { ...done, code: "no_status" } }],
  [
    "Mark as signed",
    "/orders/awaiting",
    `${ACT}/attest`,
    { body: { ...done, code: "attest" } },
    async (user) => {
      await press("Actions for this lease")(user)
      await user.click(await screen.findByRole("menuitem", { name: "Mark as signed" }))
      const form = within(await screen.findByRole("dialog"))
      fireEvent.change(form.getByLabelText("Note"), { target: { value: "Signed on paper, said Ana" } })
    },
  ],
  ["Get link for the customer", "/orders/unpaid", "POST /lease-to-own/orders/unpaid/link", { status: 409, body: {} }],
  ["Export CSV", "/leases", "GET /lease-to-own/leases/export", { status: 500, body: {} }, press("Export CSV")],
  [
    "Confirm 1 delivery",
    "/leases?tab=undelivered",
    `${ACT}/mark_delivered`,
    { body: { ...done, code: "mark_delivered" } },
    async (user) => {
      await user.click(await screen.findByRole("checkbox", { name: "Select #1001" }))
      await press(/^Delivered on …/)(user)
    },
  ],
  ["Check connection", "/settings/lease-to-own", "POST /lease-to-own/connection-check", { status: 500, body: {} }],
  ["Turn off", "/settings/regions/reg_1", "POST /regions/reg_1", { body: {} }],
  ["Save", "/products/prod_1", "POST /lease-to-own/products/prod_1", { body: {} }, press("Edit")],
]

it.each(ROWS)("a double click on %s sends once, and shows one result", async (...row) => {
  const [name, at, sends, reply, before] = row
  const route = new RegExp(`^${sends}$`)
  pages.server.answer((asked) => {
    if (route.test(asked.route)) return reply
    if (asked.route === "GET /lease-to-own/orders/unpaid") return { body: { lease: null, link: { allowed: true } } }
    if (asked.route === "GET /regions/reg_1") return { body: { region: { id: "reg_1", payment_providers: [] } } }
    return usual(asked)
  })
  const { user } = openAt(pages, at)
  await before?.(user)
  const button = await screen.findByRole("button", { name })
  await act(async () => {
    button.click()
    button.click()
  })
  const sent = () => pages.server.asked.filter((asked) => route.test(asked.route))
  await waitFor(() => expect(sent().length).toBeGreaterThan(0))
  await waitFor(() => expect(button.isConnected && button.matches(":disabled")).toBe(false))
  expect(sent()).toHaveLength(1)
  expect(document.querySelectorAll("[data-sonner-toast]").length).toBeLessThan(2)
})

it("the result of an action goes away when another one's form opens", async () => {
  // The longest that it is shown.
  const refused = {
    result: "refused",
    refusal: { code: "busy", params: {}, message: "" },
    lease: orderCard("awaiting"),
  }
  pages.server.answer((asked) => (asked.route.startsWith("POST") ? { body: refused } : usual(asked)))
  const { user } = openAt(pages, "/orders/awaiting")
  await press("Check now")(user)
  const toasts = () => document.querySelectorAll("[data-sonner-toast][data-removed=false]").length
  await waitFor(() => expect(toasts()).toBe(1))
  await press("Actions for this lease")(user)
  await user.click(await screen.findByRole("menuitem", { name: "Mark as signed" }))
  await screen.findByRole("dialog")
  await waitFor(() => expect(toasts()).toBe(0))
})
