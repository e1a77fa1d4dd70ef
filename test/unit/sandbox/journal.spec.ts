import { application, Bench, cart, type Json, part } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start()
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

it("holds every call once, in the order of arrival", async () => {
  await bench.accepted()
  expect(bench.sandbox.journal().map(({ route, status }) => [route, status])).toEqual([
    ["POST /application", 200],
    ["POST /application/cart", 200],
    ["GET /application/contract", 200],
    ["GET /application/cart/pricing", 200],
  ])
  expect(bench.sandbox.journal().map(({ number }) => number)).toEqual([1, 2, 3, 4])
})

it("holds no control call and no step of the contract page", async () => {
  const id = await bench.apply()
  await bench.control(`GET /leases/${id}`)
  expect(bench.sandbox.journal()).toHaveLength(1)
})

it("is asked by application id", async () => {
  const id = await bench.withCart()
  await bench.withCart()
  const { json } = await bench.control(`GET /journal?applicationId=${id}`)
  expect(json.entries).toEqual(bench.sandbox.journal(id))
  expect(bench.sandbox.journal(id)).toHaveLength(2)
})

it("shows the cart that was sent", async () => {
  const id = await bench.apply()
  await bench.call("POST /application/cart", cart(id))
  expect(bench.sandbox.journal().at(-1)?.body).toEqual(cart(id))
})

it("tells refusals with their code", async () => {
  const id = await bench.apply("denied")
  await bench.call("POST /application/cart", cart(id))
  expect(bench.sandbox.journal().at(-1)).toMatchObject({
    status: 409,
    code: "wrong-state",
    done: false,
    applicationId: id,
  })
})

it("holds calls that were refused at the door", async () => {
  await bench.call("POST /application", application(), { headers: { authorization: "" } })
  expect(bench.sandbox.journal()).toMatchObject([{ route: "POST /application", status: 401, done: false }])
})

it("survives a body that is nested without end", async () => {
  const reply = await bench.call("POST /application/cart", `{"items":${"[".repeat(50_000)}${"]".repeat(50_000)}}`)
  expect(reply.status).toBe(400)
})

it("cannot be changed by who reads it", async () => {
  await bench.apply()
  const [entry] = bench.sandbox.journal()
  if (entry) entry.line = "changed"
  expect(bench.sandbox.journal()[0]?.line).not.toBe("changed")
})

describe("no value of an applicant, no credential and no code", () => {
  const secrets = {
    ssn: "287-65-4329",
    ssnDigits: "287654329",
    birthdate: "1979-07-23",
    income: "7313.37",
    routing: "124003116",
    account: "66600777888",
    card: "4242424242424242",
    phone: "5550198877",
    street: "77 Hidden Lane",
  }
  const { ssn, birthdate, routing, account, card, phone, street } = secrets

  const person = (changes: Json = {}): Json => ({
    ...application(undefined, {
      ssn,
      birthdate,
      grossIncomeMonthly: Number(secrets.income),
      cellPhone: phone,
      homeAddress: { streetAddress1: street, city: "Austin", state: "TX", zip: "78701" },
    }),
    bank: { routingNumber: routing, accountNumber: account },
    ...changes,
  })

  const malformed: [name: string, body: unknown][] = [
    [
      "wrong types",
      { customer: { ssn: 287654329, birthdate: [birthdate], grossIncomeMonthly: secrets.income }, bank: routing },
    ],
    [
      "values in wrong places",
      { ...person(), customer: ssn, bank: [routing, account], orderId: ssn, applicationId: secrets.ssnDigits },
    ],
    ["values as names", { [ssn]: account, customer: { [account]: birthdate, state: ssn } }],
    ["values in a list", [person(), ssn, account]],
    ["broken JSON", `{"customer":{"ssn":"${ssn}","birthdate":"${birthdate}", "accountNumber": ${account}x}`],
    ["not JSON at all", `ssn=${ssn}&account=${account}`],
    ["a card", person({ card: { cardNumber: card, cvv: "1" } })],
    [
      "bad values in known fields",
      person({ languagePreference: ssn, custom: { keys: [{ key: ssn }] }, store: account }),
    ],
  ]

  async function everythingShown(answers: string[]): Promise<string> {
    const { baseUrl, controlUrl } = bench.sandbox
    const pages = [`${controlUrl}/journal`, `${controlUrl}/leases`, controlUrl, new URL("/", baseUrl).href]
    for (const lease of bench.sandbox.leases()) {
      pages.push(`${controlUrl}/leases/${lease.applicationId}`)
      if (lease.esignUrl) pages.push(lease.esignUrl)
    }
    const texts = await Promise.all(pages.map(async (url) => (await fetch(url)).text()))
    return [...answers, ...texts, JSON.stringify(bench.sandbox.journal()), JSON.stringify(bench.sandbox.leases())].join(
      "\n",
    )
  }

  const found = (text: string) => Object.values(secrets).filter((secret) => text.includes(secret))

  it("is shown anywhere after a good application", async () => {
    const reply = await bench.call("POST /application", person())
    expect(reply.status).toBe(200)
    const id = String(reply.json.applicationId)
    await bench.call("POST /application/cart", cart(id))
    await bench.contract(id)
    expect(found(await everythingShown([reply.text]))).toEqual([])
  })

  it.each(malformed)("is shown anywhere after a malformed application: %s", async (_, body) => {
    const reply = await bench.call("POST /application", body)
    expect(reply.status).toBe(400)
    expect(found(await everythingShown([reply.text]))).toEqual([])
  })

  it.each(malformed)("is shown anywhere when it went to the wrong call: %s", async (_, body) => {
    const answers = []
    for (const route of ["POST /application/cart", "POST /application/cart/delivery", "POST /application/return"]) {
      answers.push((await bench.call(route, body)).text)
    }
    expect(found(await everythingShown(answers))).toEqual([])
  })

  it("is shown anywhere after it stood in an address", async () => {
    const replies = [
      await bench.call(`GET /application/${ssn}`),
      await bench.call("GET /application/contract", undefined, {
        query: `?applicationId=${secrets.ssnDigits}&ssn=${ssn}`,
      }),
      await bench.call("POST /application", person(), {
        headers: { "content-type": `text/${ssn}`, "x-sandbox-fault": account },
      }),
    ]
    expect(found(await everythingShown(replies.map(({ text }) => text)))).toEqual([])
  })

  it("is in the journal of a one-time address", async () => {
    const id = await bench.accepted()
    const { json } = await bench.control(`POST /leases/${id}/one-time-urls`)
    const { search, searchParams } = new URL(String(json.orderConfirmationUrl))
    await bench.call("POST /update-order", { orderId: "1042" }, { query: search })
    const entry = bench.sandbox.journal().at(-1)
    expect(entry).toMatchObject({
      applicationId: id,
      query: { leaseId: "***", code: "***" },
      body: { orderId: "1042" },
    })
    expect(await everythingShown([])).not.toContain(searchParams.get("code"))
    expect(await everythingShown([])).not.toContain(bench.headers.authorization)
  })

  it("keeps the names of an application, so that one sees what was sent", async () => {
    await bench.call("POST /application", person())
    const body = bench.sandbox.journal()[0]?.body
    expect(part({ body }, "body")).toMatchObject({ customer: { ssn: "***" }, bank: { routingNumber: "***" } })
  })
})
