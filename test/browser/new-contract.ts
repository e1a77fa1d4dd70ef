import type { Page, Request } from "playwright-core"
import { contractLinkOf } from "../../demo/lease-settings.mjs"
import { LeaseDesk } from "../integration/support/lease-desk"
import type { Ordered } from "../integration/support/lease-store"
import { kitTexts } from "../support/languages"
import { contractFrame, press, read, see, signIn } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { isBooked } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"
import { until } from "./support/until"

type Payment = { amount: number; captures: { amount: number }[]; refunds: { amount: number }[] }

/** An order was changed after its contract was signed: its shopper signs the new one, by a link or from the page of the order, and the order goes on. */
export function newContractTests(room: ShopRoom): void {
  const desk = () => new LeaseDesk(room)
  beforeAll(() => room.setOptions({ contractLink: contractLinkOf(room.shopUrl) }))
  afterAll(() => room.setOptions({}))

  /** Staff sold a second sofa to a shopper who has leased one, and began the new contract. */
  function changed() {
    return room.begin("a new contract of a changed order", async () => {
      const { order, shopper } = await room.ordered()
      await room.merchant.edit(order.id, { quantities: { sofa: 2 } })
      await room.look()
      expect(await desk().act(order.id, "replace_contract")).toMatchObject({ result: "done" })
      return { order, shopper: { cartId: shopper.cartId, leaseKey: shopper.leaseKey } }
    })
  }

  async function linkOf({ id }: Ordered): Promise<{ link: string; key: string }> {
    const { link } = (await desk().act(id, "signing_link")) as { link: string }
    return { link, key: new URL(link).hash.replace("#lease-key=", "") }
  }

  const sum = (rows: { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0)

  /** The total of the order, and how much each of its payments holds: the ones given back first. */
  async function books(orderId: string) {
    const fields =
      "total,summary.*,*payment_collections.payments,*payment_collections.payments.captures,*payment_collections.payments.refunds"
    const { order } = (await room.admin.get(`/admin/orders/${orderId}?fields=${fields}`)).body
    const payments: Payment[] = order.payment_collections.flatMap((one: { payments: Payment[] }) => one.payments)
    const held = payments.map(({ amount, captures, refunds }) => ({
      amount,
      captured: sum(captures),
      refunded: sum(refunds),
    }))
    return {
      total: order.total,
      pending: order.summary.pending_difference,
      payments: held.sort((one, other) => other.refunded - one.refunded),
    }
  }

  /** A browser that has once leased the order. */
  const ownerOf = ({ id }: Ordered, { cartId, leaseKey = "" }: { cartId: string; leaseKey?: string | undefined }) => {
    const localStorage = [
      { name: "cart_id", value: cartId },
      { name: `lease-to-own:${id}`, value: leaseKey },
    ]
    return { storageState: { cookies: [], origins: [{ origin: room.shopUrl, localStorage }] } }
  }

  async function sign(page: Page): Promise<void> {
    await press(page, "Review and sign")
    await signIn(contractFrame(page))
    await read(page, "Your contract with Sandbox Leasing is signed.")
  }

  it("by a link, in a browser that never saw the order; nothing ships before, and Medusa's payments are exact afterward", async () => {
    const { order } = await changed()
    expect(await room.merchant.pack(order.id)).toMatchObject({
      status: 400,
      body: { code: "ship_before_new_contract" },
    })
    const { link: sent, key } = await linkOf(order)
    const link = sent.replace(room.shopUrl, room.plainShopUrl)
    const page = await room.visit()
    const asked: Request[] = []
    page.on("request", (request) => asked.push(request))
    await page.goto(link)
    await see(page, "Sign your new contract")
    await read(page, "your earlier contract was canceled")
    expect([await page.evaluate(() => history.length), page.url()]).toEqual([2, link.slice(0, link.indexOf("#"))])
    expect(await page.getByRole("button").allInnerTexts()).toEqual(["Review and sign"])

    await page.reload()
    await see(page, "Sign your new contract")
    await sign(page)
    expect(await page.getByText("Questions about payments").count()).toBe(1)
    const told = asked.map((request) => `${request.url()} ${request.headers().referer ?? ""}`)
    expect(told.filter((words) => words.includes(key) || /complete|payment-/.test(words))).toEqual([])

    await until(() => isBooked(room))
    const { total, pending, payments } = await books(order.id)
    expect([order.total, total].map(Math.floor)).toEqual([491, 955])
    expect(pending).toBe(0)
    expect(payments).toEqual([
      { amount: order.total, captured: order.total, refunded: order.total },
      { amount: total, captured: total, refunded: 0 },
    ])
    expect((await room.merchant.pack(order.id)).status).toBe(200)
  })

  it("from the page of the order, where it was leased", async () => {
    const { order, shopper } = await changed()
    const page = await room.visit(ownerOf(order, shopper))
    await page.goto(`${room.shopUrl}/#/order`)
    await read(page, "Your order was changed. It goes on once you sign its new contract.")
    const status = await lookAt(page, "order to sign again")
    await page.getByRole("link", { name: "Sign your new contract" }).click()
    await see(page, "Sign your new contract")
    await sign(page)
    expect(await room.ledger.ofOrder(order.id)).toMatchObject({ evidence: "verified" })
    expect(status).toEqual(CLEAN)
  })

  it("on screens that are readable for all, in the shopper's language, never by a stranger, until the store has done its part", async () => {
    const { order } = await changed()
    const { link } = await linkOf(order)
    const spanish = await room.visit({ locale: "es-US" })
    await spanish.goto(link)
    await see(spanish, kitTexts("es").dictionary.texts.steps.new_contract)
    expect(await lookAt(spanish, "new contract, Spanish")).toEqual(CLEAN)

    const stranger = await room.visit()
    await stranger.goto(link.slice(0, link.indexOf("#")))
    await read(stranger, "Your order was changed. It goes on once you sign its new contract.")
    expect(await stranger.getByRole("link", { name: "Sign your new contract" }).count()).toBe(0)

    const page = await room.visit({ reducedMotion: "reduce" })
    await page.goto(link)
    await see(page, "Sign your new contract")
    const offer = await lookAt(page, "new contract")
    await page.clock.install()
    await page.route("**/signature", async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer })
      await page.route("**/lease-to-own/carts/*", (later) => later.abort())
    })
    await press(page, "Review and sign")
    await signIn(contractFrame(page))
    await see(page, "Your contract is signed")
    await read(page, "Your order goes on. You can close this page.")
    const confirming = await lookAt(page, "new contract, signed")
    expect({ offer, confirming }).toEqual({ offer: CLEAN, confirming: CLEAN })
  })
}
