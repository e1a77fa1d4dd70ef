import { application, fieldsOf, freshBench, homeIn, type Json } from "./support"

const bench = freshBench()
const send = (body: unknown) => bench().call("POST /application", body)

it.each<[string, string | undefined, Json, string]>([
  ["the last name, in any case", undefined, { lastName: "DeNied" }, "Denied"],
  ["the email's tag before the last name", "approved", { lastName: "Denied" }, "Approved"],
  ["a state without leases", undefined, { homeAddress: homeIn("wy") }, "Denied"],
])("an application's outcome is decided by %s", async (_, tag, customer, status) => {
  expect((await send(application(tag, customer))).json.status).toBe(status)
})

it("all wrong and missing fields of an application are named at once, and nothing is recorded", async () => {
  const homeAddress = { ...homeIn("Texas"), zip: "78701-12" }
  const paymentFrequency = { payFrequency: "daily", lastPayDate: "2026-02-30" }
  const customer = { firstName: "  ", emailAddress: "nobody", ssn: "12345678", homeAddress, paymentFrequency }
  const names = [
    ...["birthdate", "cellPhone", "emailAddress", "firstName", "grossIncomeMonthly", "homeAddress.state"],
    ...["homeAddress.zip", "lastName", "paymentFrequency.lastPayDate", "paymentFrequency.nextPayDate"],
    ...["paymentFrequency.payFrequency", "ssn"],
  ]
  expect(fieldsOf(await send({ customer }))).toEqual(["bank", ...names.map((name) => `customer.${name}`)])
  expect(bench().sandbox.leases()).toEqual([])
})

it.each<[string, string | number]>([
  ...["000-12-3456", "666-12-3456", "123-00-4567", "123-45-0000"].map((ssn): [string, string] => ["ssn", ssn]),
  ["birthdate", `${new Date().getUTCFullYear() - 17}-01-01`],
  ["cellPhone", "555 0100"],
  ["grossIncomeMonthly", 0],
])("an application is refused for %s: %p", async (field, value) => {
  const reply = await send(application(undefined, { [field]: value }))
  expect([reply.status, fieldsOf(reply)]).toEqual([400, [`customer.${field}`]])
})

it("an applicant may have an ITIN, and no bank account if the application says so", async () => {
  const custom = { keys: [{ key: "isUnbanked", value: "true" }] }
  const body = { ...application(undefined, { ssn: "912-70-1234" }), bank: undefined, custom }
  expect((await send(body)).status).toBe(200)
})
