import { application, fieldsOf, freshBench, homeIn, type Json, part } from "./support"

const bench = freshBench()
const send = (body: unknown) => bench().call("POST /application", body)

describe("application", () => {
  it("the e-mail's tag, or else the last name in any case, decides an application's outcome", async () => {
    expect((await send(application(undefined, { lastName: "DeNied" }))).json.status).toBe("Denied")
    expect((await send(application("approved", { lastName: "Denied" }))).json.status).toBe("Approved")
  })

  it("an application from an excluded state is denied", async () => {
    for (const state of ["MN", "NJ", "VT", "WI", "wy"])
      expect((await send(application(undefined, { homeAddress: homeIn(state) }))).json.status).toBe("Denied")
  })

  it("an application of the same person gets the same lease as long as it hasn't ended", async () => {
    const { json } = await send(application(undefined, { ssn: "212-45-6789" }))
    expect((await send(application(undefined, { ssn: "212456789" }))).json).toEqual(json)
    const denied = application("denied")
    const first = (await send(denied)).json.applicationId
    expect((await send(denied)).json.applicationId).not.toBe(first)
  })
})

describe("invalid application", () => {
  const changed = (change: (customer: Json, body: Json) => void) => {
    const body = application()
    change(part(body, "customer"), body)
    return send(body)
  }

  it("every missing field is named at once", async () => {
    expect(fieldsOf(await send({}))).toEqual(["bank", "customer"])
    const customer = ["birthdate", "cellPhone", "emailAddress", "firstName", "grossIncomeMonthly", "homeAddress"]
    expect(fieldsOf(await send({ customer: {}, bank: {} }))).toEqual([
      ...["bank.accountNumber", "bank.routingNumber"],
      ...[...customer, "lastName", "paymentFrequency", "ssn"].map((name) => `customer.${name}`),
    ])
    expect(bench().sandbox.leases()).toEqual([])
  })

  it.each<[string, string | number]>([
    ...["000-12-3456", "666-12-3456", "123-00-4567", "123-45-0000", "12345678"].map((ssn): [string, string] => [
      "ssn",
      ssn,
    ]),
    ["birthdate", "2026-02-30"],
    ["birthdate", "04/12/1988"],
    ["birthdate", `${new Date().getUTCFullYear() - 17}-01-01`],
    ["cellPhone", "555 0100"],
    ["cellPhone", 5550100142],
    ["emailAddress", "nobody"],
    ["grossIncomeMonthly", 0],
    ["grossIncomeMonthly", "4000"],
    ["firstName", "  "],
    ["homeAddress.state", "Texas"],
    ["homeAddress.zip", "78701-12"],
    ["paymentFrequency.payFrequency", "daily"],
  ])("an application is refused for %s: %p", async (path, value) => {
    const [field = "", inner] = path.split(".")
    const reply = await changed((customer) =>
      Object.assign(inner ? part(customer, field) : customer, { [inner ?? field]: value }),
    )
    expect([reply.status, fieldsOf(reply)]).toEqual([400, [`customer.${path}`]])
  })

  it("an ITIN is accepted, and so is a missing bank account if the customer has none", async () => {
    expect((await changed((customer) => Object.assign(customer, { ssn: "912-70-1234" }))).status).toBe(200)
    expect(fieldsOf(await changed((_, body) => delete body.bank))).toEqual(["bank"])
    const custom = { keys: [{ key: "isUnbanked", value: "true" }] }
    expect((await changed((_, body) => Object.assign(body, { bank: undefined, custom }))).status).toBe(200)
  })
})
