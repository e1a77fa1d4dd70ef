import type { Page } from "playwright-core"
import { NOTICES } from "../../demo/lease-settings.mjs"
import { customer } from "../integration/support/customer"
import { kitTexts } from "../support/languages"
import { focusedName } from "./support/keyboard.mjs"
import { contractFrame, press, read, see, signIn } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { countOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"
import { until } from "./support/until"

const { screens, buttons, steps, codes } = kitTexts("en").dictionary.texts
const IN_20_MINUTES = codes.code_sent.replace("{minutes}", "20")

/** An approval that was given with another cart: a guest's by a one-time code, a customer's by the account. */
export function approvalTests(room: ShopRoom): void {
  beforeAll(() => room.setOptions({ notices: NOTICES }))
  afterAll(() => room.setOptions({}))

  const chooseLease = (page: Page) => page.getByRole("radio", { name: screens.method, exact: true }).check()
  const enter = async (page: Page, code: string) => {
    await page.getByLabel(screens.code).fill(code)
    await press(page, buttons.use_approval)
  }
  /** A code that is another one than before. */
  async function nextCode(before?: string): Promise<string> {
    let code: string | undefined
    await until(async () => {
      code = await room.newestCode()
      return code !== undefined && code !== before
    })
    return code ?? ""
  }

  it("a guest enters the code from the e-mail on another cart; a wrong one and an earlier one are refused", async () => {
    const first = room.shopperWithCart()
    await first.apply()
    const page = await room.visitAs(await first.another(), { reducedMotion: "reduce" })
    await chooseLease(page)
    await press(page, buttons.ask_code)
    await see(page, screens.code_heading)
    await read(page, IN_20_MINUTES)
    expect(await focusedName(page)).toBe(screens.code_heading)
    const asked = await lookAt(page, "code asked for")
    const earlier = await nextCode()

    await enter(page, "0000 0001")
    const refused = page.getByRole("alert").filter({ hasText: codes.code_wrong })
    await refused.waitFor()
    expect(await focusedName(page)).toBe(codes.code_wrong)
    expect(await page.getByLabel(screens.code).inputValue()).toBe("0000 0001")
    const wrong = await lookAt(page, "code wrong")

    await press(page, buttons.ask_again)
    await read(page, screens.code_again)
    const again = await lookAt(page, "code asked for again")
    const code = await nextCode(earlier)
    await enter(page, earlier)
    await refused.waitFor()
    await enter(page, code)
    await see(page, steps.offer)
    expect(await focusedName(page)).toBe(steps.offer)
    const offer = await lookAt(page, "offer by a code")
    await page.goto(`${room.shopUrl}/mail`)
    await read(page, code)
    const mail = await lookAt(page, "e-mails of the demo")
    expect({ asked, wrong, again, offer, mail }).toEqual({
      ...{ asked: CLEAN, wrong: CLEAN, again: CLEAN, offer: CLEAN, mail: CLEAN },
    })
    expect(countOf(room, "POST /application")).toBe(1)
  })

  it("a signed-in customer uses an approval on a new cart, warned of its end, and orders without a second form", async () => {
    const first = await customer(room, "kim@shopper.example")
    await first.fillCart()
    await first.apply()
    await room.sql("update lease set approved_until = now() + interval '3 days'")
    const second = await first.another()
    const page = await room.visitAs(second, { token: first.token, reducedMotion: "reduce" })
    await chooseLease(page)
    await see(page, steps.offer)
    await read(page, screens.approval_elsewhere)
    await read(page, /Your approval ends on .+ Sign before then\./)
    const offered = await lookAt(page, "approval of another cart")
    await press(page, buttons.use_approval)
    await page.getByRole("button", { name: buttons.sign }).waitFor()
    expect(await focusedName(page)).toBe(steps.offer)
    await room.sql("update lease set approved_until = now() - interval '1 day' where status = 'offered'")
    await page.reload()
    await see(page, screens.over_heading)
    await read(page, codes.approval_over.replace("{operator}", "Sandbox Leasing"))
    const over = await lookAt(page, "approval over")
    await press(page, buttons.sign)
    await signIn(contractFrame(page))
    await see(page, "Thank you")
    expect({ offered, over }).toEqual({ offered: CLEAN, over: CLEAN })
    expect(countOf(room, "POST /application")).toBe(1)
  })
}
