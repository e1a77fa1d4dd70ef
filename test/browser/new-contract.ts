import type { Request } from "playwright-core"
import { contractLinkOf } from "../../demo/lease-settings.mjs"
import { LeaseDashboard } from "../integration/support/lease-dashboard"
import { CLEAN, findProblems } from "./support/find-problems"
import { contractFrame, press, read, see, signIn } from "./support/lease-page"
import type { ShopRoom } from "./support/shop-room"

const CHANGED = "Your order continues once you sign its contract."
const SIGN = "Sign the contract for your order"

/** An order changed after the signature: its shopper signs the new contract, and the order continues. */
export function newContractTests(room: ShopRoom): void {
  beforeAll(() => room.setOptions({ contractLink: contractLinkOf(room.shopUrl) }))
  afterAll(() => room.setOptions({}))

  it("a link signs the new contract in a browser that never saw the order, but not without the link's key, which isn't sent anywhere else", async () => {
    const { order } = await room.ordered()
    await room.merchant.edit(order.id, { quantities: { sofa: 2 } })
    await room.reconcile()
    const dashboard = new LeaseDashboard(room)
    expect(await dashboard.act(order.id, "replace_contract")).toMatchObject({ result: "done" })
    const { link } = (await dashboard.act(order.id, "signing_link")) as { link: string }
    const [address = "", key = ""] = link.split("#lease-key=")
    const stranger = await room.visit()
    await stranger.goto(address)
    await read(stranger, CHANGED)
    expect(await stranger.getByRole("link", { name: SIGN }).count()).toBe(0)

    const page = await room.visit({ reducedMotion: "reduce" })
    const asked: Request[] = []
    page.on("request", (request) => asked.push(request))
    await page.goto(link)
    await see(page, SIGN)
    await read(page, "your earlier contract was canceled")
    expect([await page.evaluate(() => history.length), page.url()]).toEqual([2, address])
    expect(await page.getByRole("button").allInnerTexts()).toEqual(["Review and sign"])
    const offer = await findProblems(page)
    await page.reload()
    await see(page, SIGN)
    await press(page, "Review and sign")
    await signIn(contractFrame(page))
    await read(page, "Your contract with Sandbox Leasing is signed.")
    const told = asked.map((request) => `${request.url()} ${request.headers().referer ?? ""}`)
    expect(told.filter((words) => words.includes(key) || /complete|payment-/.test(words))).toEqual([])
    expect(await room.ledger.ofOrder(order.id)).toMatchObject({ evidence: "verified" })
    expect(offer).toEqual(CLEAN)
  })
}
