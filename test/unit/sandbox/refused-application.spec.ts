import { application, Bench, type Json, part, type Reply } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start()
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

const errorsOf = (reply: Reply) => part(reply.json, "errors")

describe("an application is refused by field", () => {
  const send = async (change: (customer: Json, body: Json) => void) => {
    const body = application()
    change(part(body, "customer"), body)
    return bench.call("POST /application", body)
  }

  it("names every missing field at once", async () => {
    const reply = await bench.call("POST /application", {})
    expect(reply.status).toBe(400)
    expect(Object.keys(errorsOf(reply)).sort()).toEqual(["bank", "customer"])
    const inner = await bench.call("POST /application", { customer: {}, bank: {} })
    expect(Object.keys(errorsOf(inner)).sort()).toEqual(
      [
        "bank.accountNumber",
        "bank.routingNumber",
        "customer.birthdate",
        "customer.cellPhone",
        "customer.emailAddress",
        "customer.firstName",
        "customer.grossIncomeMonthly",
        "customer.homeAddress",
        "customer.lastName",
        "customer.paymentFrequency",
        "customer.ssn",
      ].sort(),
    )
  })

  it.each(["000-12-3456", "666-12-3456", "123-00-4567", "123-45-0000", "12345678", "1234567890", "abc"])(
    "an SSN that cannot exist: %s",
    async (ssn) => {
      const reply = await send((customer) => Object.assign(customer, { ssn }))
      expect(Object.keys(errorsOf(reply))).toEqual(["customer.ssn"])
    },
  )

  it("an ITIN is taken", async () => {
    expect((await send((customer) => Object.assign(customer, { ssn: "912-70-1234" }))).status).toBe(200)
  })

  it.each([
    ["birthdate", "2026-02-30"],
    ["birthdate", "04/12/1988"],
    ["cellPhone", "555 0100"],
    ["cellPhone", 5550100142],
    ["emailAddress", "nobody"],
    ["grossIncomeMonthly", 0],
    ["grossIncomeMonthly", "4000"],
    ["firstName", "  "],
  ])("%s: %p", async (field, value) => {
    const reply = await send((customer) => Object.assign(customer, { [field]: value }))
    expect(Object.keys(errorsOf(reply))).toEqual([`customer.${field}`])
  })

  it("a customer under 18", async () => {
    const birthdate = `${new Date().getUTCFullYear() - 17}-01-01`
    const reply = await send((customer) => Object.assign(customer, { birthdate }))
    expect(errorsOf(reply)["customer.birthdate"]).toEqual(["must be at least 18 years ago"])
  })

  it.each([
    ["state", "Texas"],
    ["zip", "7870"],
    ["zip", "78701-12"],
  ])("homeAddress.%s: %s", async (field, value) => {
    const reply = await send((customer) => Object.assign(part(customer, "homeAddress"), { [field]: value }))
    expect(Object.keys(errorsOf(reply))).toEqual([`customer.homeAddress.${field}`])
  })

  it("an unknown pay frequency", async () => {
    const reply = await send((customer) => Object.assign(part(customer, "paymentFrequency"), { payFrequency: "daily" }))
    expect(Object.keys(errorsOf(reply))).toEqual(["customer.paymentFrequency.payFrequency"])
  })

  it("no bank, unless the customer is unbanked", async () => {
    const reply = await send((_, body) => delete body.bank)
    expect(Object.keys(errorsOf(reply))).toEqual(["bank"])
    const unbanked = await send((_, body) => {
      delete body.bank
      body.custom = { keys: [{ key: "isUnbanked", value: "true" }] }
    })
    expect(unbanked.status).toBe(200)
  })

  it("leaves no lease behind", async () => {
    await bench.call("POST /application", { customer: {} })
    expect(bench.sandbox.leases()).toEqual([])
  })
})
