import { application, freshBench } from "./support"

const bench = freshBench()
const journal = () => bench().sandbox.journal()

const [ssn, digits, birthdate, income, phone] = [
  ...["287-65-4329", "287654329", "1979-07-23", "7313.37", "5550198877"],
] as [string, string, string, string, string]
const [routing, account, card, street] = ["124003116", "66600777888", "4242424242424242", "77 Hidden Lane"] as const
const secrets = [ssn, digits, birthdate, income, phone, routing, account, card, street]

const person = (changes: object = {}) => ({
  ...application(undefined, {
    ...{ ssn, birthdate, grossIncomeMonthly: Number(income), cellPhone: phone },
    homeAddress: { streetAddress1: street, city: "Austin", state: "TX", zip: "78701" },
  }),
  bank: { routingNumber: routing, accountNumber: account },
  ...changes,
})

const typed = { ssn: 287654329, birthdate: [birthdate], grossIncomeMonthly: income }
const misplaced = { customer: ssn, bank: [routing, account], orderId: ssn, applicationId: digits }
const inKnownFields = { languagePreference: ssn, custom: { keys: [{ key: ssn }] }, store: account }

/** Everything that the sandbox shows. */
async function everythingShown(answers: string[]): Promise<string> {
  const { sandbox } = bench()
  const { baseUrl, controlUrl } = sandbox
  const pages = [`${controlUrl}/journal`, `${controlUrl}/leases`, controlUrl, new URL("/", baseUrl).href]
  for (const { applicationId, esignUrl } of sandbox.leases())
    pages.push(`${controlUrl}/leases/${applicationId}`, ...(esignUrl ? [esignUrl] : []))
  const texts = await Promise.all(pages.map(async (url) => (await fetch(url)).text()))
  return [...answers, ...texts, JSON.stringify(sandbox.journal()), JSON.stringify(sandbox.leases())].join("\n")
}
const found = async (answers: string[]) => {
  const shown = await everythingShown(answers)
  return secrets.filter((secret) => shown.includes(secret))
}

it("the sandbox shows no value of a valid application, only the names of fields", async () => {
  const reply = await bench().call("POST /application", person())
  const id = String(reply.json.applicationId)
  await bench().record(id)
  await bench().contract(id)
  expect([reply.status, await found([reply.text])]).toEqual([200, []])
  expect(journal()[0]?.body).toMatchObject({ customer: { ssn: "***" }, bank: { routingNumber: "***" } })
})

it.each<[string, unknown]>([
  ["wrong types", { customer: typed, bank: routing }],
  ["values in wrong places", person(misplaced)],
  ["values as names", { [ssn]: account, customer: { [account]: birthdate, state: ssn } }],
  ["values in a list", [person(), ssn, account]],
  ["broken JSON", `{"customer":{"ssn":"${ssn}","birthdate":"${birthdate}", "accountNumber": ${account}x}`],
  ["deep nesting", `{"items":${"[".repeat(50_000)}"${ssn}"${"]".repeat(50_000)}}`],
  ["not JSON at all", `ssn=${ssn}&account=${account}`],
  ["a card", person({ card: { cardNumber: card, cvv: "1" } })],
  ["bad values in known fields", person(inKnownFields)],
])("the sandbox shows no value of a malformed application or a wrong call: %s", async (_, body) => {
  const answers = []
  for (const path of ["", "/cart", "/cart/delivery", "/return"]) {
    const { status, text } = await bench().call(`POST /application${path}`, body)
    expect(status).toBe(400)
    answers.push(text)
  }
  expect(await found(answers)).toEqual([])
})

it("the sandbox shows no applicant's value from an address or a header", async () => {
  const query = `?applicationId=${digits}&ssn=${ssn}`
  const headers = { "content-type": `text/${ssn}`, "x-sandbox-fault": account }
  const replies = [
    await bench().call(`GET /application/${ssn}`),
    await bench().call("GET /application/contract", undefined, { query }),
    await bench().call("POST /application", person(), { headers }),
  ]
  expect(await found(replies.map(({ text }) => text))).toEqual([])
})

it("a one-time URL's code is not in the journal", async () => {
  const id = await bench().accepted()
  const { json } = await bench().control(`POST /leases/${id}/one-time-urls`)
  const { search, searchParams } = new URL(String(json.orderConfirmationUrl))
  await bench().call("POST /update-order", { orderId: "1042" }, { query: search })
  expect(journal().at(-1)).toMatchObject({
    ...{ applicationId: id, query: { leaseId: "***", code: "***" }, body: { orderId: "1042" } },
  })
  const shown = await everythingShown([])
  for (const secret of [searchParams.get("code"), bench().headers.authorization]) expect(shown).not.toContain(secret)
})
