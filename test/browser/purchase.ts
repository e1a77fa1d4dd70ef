import { historyOf } from "../support/history"
import { contractFrame, fillForm, leaseToOrder, openForm, press, read, see, signIn } from "./support/lease-page"
import { CLEAN, lookAt } from "./support/look-at"
import { countOf, isBooked, ordersOf } from "./support/orders"
import type { ShopRoom } from "./support/shop-room"
import { until } from "./support/until"

/** From the catalog to whatever the lease service decides. */
export function purchaseTests(room: ShopRoom): void {
  it("takes a shopper from the catalog to an order that the store has", async () => {
    const page = await room.visit()
    await page.goto(room.plainShopUrl)
    await press(page, "Add to cart: Harbor sofa")
    await page.getByRole("link", { name: "See the cart" }).click()
    await page.getByRole("link", { name: "Check out" }).click()
    for (const [label, value] of Object.entries(DELIVERY)) await page.getByLabel(label).fill(value)
    await press(page, "Save and continue")
    await leaseToOrder(page)

    await until(() => isBooked(room))
    const [order] = await ordersOf(room)
    await read(page, `#${order?.display_id}`)
    expect(await ordersOf(room)).toHaveLength(1)
    expect(order).toMatchObject({ email: "robin@shopper.example", payment_status: "captured" })
    expect(await room.ledger.ofOrder(order?.id ?? "")).toMatchObject({ status: "placed", evidence: "verified" })
  })

  it("takes a shopper to the order whose clock is a day ahead at first, and later a day behind", async () => {
    const page = await room.visitAs(room.shopperWithCart())
    await page.clock.setSystemTime(Date.now() + 86_400_000)
    await openForm(page)
    await fillForm(page)
    await press(page, "Apply")
    await see(page, "You are approved")
    await press(page, "Review and sign")
    await contractFrame(page).getByRole("button", { name: "Submit" }).waitFor()
    await page.clock.setSystemTime(Date.now() - 86_400_000)
    await page.reload()
    await see(page, "You are approved")
    await press(page, "Continue signing")
    await signIn(contractFrame(page))
    await see(page, "Thank you")
    await until(() => isBooked(room))
  })

  it("puts an article into the open cart, and into a new one once that is ordered", async () => {
    const page = await room.visitAs(room.shopperWithCart(), { page: "#/" })
    await press(page, "Add to cart: Harbor sofa")
    await page.getByRole("link", { name: "Cart 2" }).click()
    await page.getByRole("link", { name: "Check out" }).click()
    await page.getByRole("radio", { name: "Invoice" }).check()
    await press(page, "Place order")
    await see(page, "Thank you")
    await page.goto(`${room.shopUrl}#/`)
    await press(page, "Add to cart: Harbor sofa")
    await page.getByRole("link", { name: "Cart 1" }).waitFor()
  })

  it("shows a denial in neutral words, readable for all, and the other method places the order", async () => {
    const shopper = room.shopperWithCart()
    const page = await room.visitAs(shopper)
    await openForm(page)
    await fillForm(page, "denied")
    await press(page, "Apply")
    await see(page, "Not approved")
    const denied = await lookAt(page, "denied")
    await page.reload()
    await see(page, "Not approved")
    await read(
      page,
      "Your application was not approved this time. For more information, contact Sandbox Leasing: help@leasing.example. You can choose another payment method. Somebody else can apply after you enter their e-mail address on the cart.",
    )
    await press(page, "Choose another payment method")
    expect(await page.getByRole("radio", { name: "Invoice" }).evaluate((radio) => radio.matches(":focus"))).toBe(true)
    await press(page, "Place order")
    await see(page, "Thank you")
    expect(await room.ledger.ofOrder((await ordersOf(room))[0]?.id ?? "")).toBeNull()
    expect(denied).toEqual(CLEAN)
  })

  it("keeps asking while there is no decision, and says when there is nothing new", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toApproval("pending")
    const page = await room.visitAs(shopper)
    await see(page, "No decision yet")
    await read(page, "Sandbox Leasing is reviewing your application. Nothing was charged.")
    await press(page, "Check again")
    await read(page, "Nothing has changed yet.")
    expect(await page.getByRole("alert").filter({ visible: true }).count()).toBe(0)

    const [lease] = room.sandbox.leases()
    await fetch(`${room.sandbox.controlUrl}/leases/${lease?.applicationId}/state`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ state: "Approved" }),
    })
    // Without a press the page asks the store, and the store asks the service.
    await see(page, "You are approved")
  })

  it("lets the form be sent again, knowingly, when the answer was lost", async () => {
    const shopper = room.shopperWithCart()
    const page = await room.visitAs(shopper)
    await openForm(page)
    await fillForm(page)
    room.sandbox.fault({ route: "POST /application", fault: "drop-after" })
    await press(page, "Apply")
    await see(page, "No decision yet")
    await read(page, "We got no answer from Sandbox Leasing, so we do not know whether your application arrived.")
    await read(page, /You can send it again in \d+ seconds\./)
    expect(await page.getByRole("button", { name: "Send the form again" }).count()).toBe(0)

    // A minute passes. What was typed is still there, the consent too.
    await room.sql("update lease set status_at = status_at - interval '61 seconds'")
    await press(page, "Check again")
    await press(page, "Send the form again")
    await press(page, "Apply")
    await see(page, "You are approved")
    expect(countOf(room, "POST /application")).toBe(2)
  })

  it("says above the form and at the field what the store does not take, and keeps what was typed", async () => {
    const shopper = room.shopperWithCart()
    const page = await room.visitAs(shopper)
    await openForm(page)
    await fillForm(page)
    await page.getByLabel("Social Security number or ITIN", { exact: true }).fill("12")
    await press(page, "Apply")
    const problem = "Enter the 9 digits of a Social Security number or ITIN."
    await press(page, `Social Security number or ITIN: ${problem}`)
    const input = page.locator("[name='customer.ssn']")
    expect(await input.evaluate((element) => element.matches(":focus"))).toBe(true)
    expect([await input.inputValue(), await input.getAttribute("aria-invalid")]).toEqual(["12", "true"])
    expect(countOf(room, "POST /application")).toBe(0)
  })

  it("speaks Spanish where the browser does: reads an income by that rule and asks again where it could be two, and keeps which consent was agreed to", async () => {
    const shopper = room.shopperWithCart()
    const page = await room.visitAs(shopper, { locale: "es-ES" })
    await page.getByRole("radio", { name: "Arrendamiento con opción a compra", exact: true }).check()
    expect(await page.locator("html").getAttribute("lang")).toBe("es")
    const words = "Acepto que mi solicitud se envíe a Sandbox Leasing, que decide sobre ella."
    await read(page, words)
    expect(await page.getByText(words).getAttribute("lang")).toBe("es")
    await page.getByRole("checkbox").check()
    await press(page, "Empezar la solicitud")
    await page.getByRole("group", { name: "Sus ingresos" }).waitFor()
    await fillForm(page)
    const income = page.locator("[name='customer.grossIncomeMonthly']")
    await income.fill("4,200.50")
    await press(page, "Enviar la solicitud")
    await read(page, "Escriba dólares enteros, por ejemplo 4200.")
    expect(countOf(room, "POST /application")).toBe(0)
    await income.fill("4.200,50")
    await income.blur()
    expect(await page.locator("output").innerText()).toMatch(/^4200,50\sUS\$$/)
    const sent = page.waitForRequest("**/application")
    await press(page, "Enviar la solicitud")
    expect((await sent).postDataJSON().application.customer.grossIncomeMonthly).toBe(4200.5)
    await page.getByText("A pagar hoy").waitFor()
    const lease = await room.ledger.ofCart(shopper.cartId)
    const [event] = (await historyOf(room.ledger, lease?.id ?? "")).filter(({ type }) => type === "application_sent")
    expect(event?.detail).toMatchObject({ consent_language: "es", consent_text: expect.stringContaining(words) })
  })

  it("tells a denial in Spanish where the browser speaks it", async () => {
    const shopper = room.shopperWithCart()
    await shopper.toApproval("denied")
    const page = await room.visitAs(shopper, { locale: "es-MX" })
    await page.getByRole("radio", { name: "Arrendamiento con opción a compra", exact: true }).check()
    await see(page, "No aprobada")
    await read(page, /^Su solicitud no se aprobó esta vez\. .+ Sandbox Leasing: help@leasing\.example\./)
  })
}

const DELIVERY = {
  "E-mail address": "robin@shopper.example",
  "First name": "Robin",
  "Last name": "Sample",
  "Street address": "12 Elm Street",
  City: "Austin",
  "State (two letters)": "TX",
  "Zip code": "78701",
}
