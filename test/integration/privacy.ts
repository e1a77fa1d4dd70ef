import { randomUUID } from "node:crypto"
import { APPLICANT, APPLICANT_SECRETS, applicant } from "./support/applicant"
import { storeRules } from "./support/lease-store"
import { databaseOf, logOf } from "./support/traces"

/** Nothing of an applicant, no secret, no lease key and no contract address is in a table, a log line, an answer or session data. */
export const privacy = storeRules("privacy", (store) => {
  function expectNone(text: string, secrets: string[]) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  }

  it("is kept through a whole checkout", async () => {
    const shopper = store.shopper()
    const answers: string[] = []
    let contractUrl = ""
    const log = await logOf(async () => {
      await shopper.fillCart()
      answers.push(JSON.stringify({ ...(await shopper.apply()).body, leaseKey: "" }))
      answers.push(JSON.stringify((await shopper.offer()).body))
      contractUrl = (await shopper.contract()).body.url
      await shopper.signAt(contractUrl)
      answers.push(JSON.stringify((await shopper.signature()).body))
      answers.push(JSON.stringify(await shopper.startPayment()))
      answers.push(JSON.stringify((await store.andWait("order.placed", () => shopper.complete())).body))
      answers.push(JSON.stringify((await shopper.look()).body))
    })
    const { username, password } = store.sandbox
    const secrets = [
      ...APPLICANT_SECRETS,
      shopper.leaseKey ?? "",
      new URL(contractUrl).pathname,
      Buffer.from(`${username}:${password}`).toString("base64"),
    ]
    expectNone(await databaseOf(store), secrets)
    expectNone(log, secrets)
    expectNone(answers.join("\n"), secrets)
  })

  it.each([
    ["cut off", JSON.stringify({ application: APPLICANT }).slice(0, -20)],
    ["with a stray quote", `{"application": {"customer": {"ssn": "512-68-3097", "birthdate": "1984-03-17"" }}}`],
    ["sent as text", JSON.stringify(JSON.stringify(APPLICANT))],
  ])("is kept for a body that is %s", async (_, body) => {
    const shopper = store.shopper()
    await shopper.fillCart()
    let answer = ""
    const log = await logOf(async () => {
      answer = JSON.stringify(await shopper.http.post(`/store/lease-to-own/carts/${shopper.cartId}/application`, body))
    })
    expectNone(`${answer}${log}${await databaseOf(store)}`, APPLICANT_SECRETS)
  })

  it.each([
    ["as numbers", { ssn: 512683097, grossIncomeMonthly: "4217.53 a month", birthdate: 19840317 }],
    ["in the wrong place", { ssn: { text: "512-68-3097" }, birthdate: ["1984-03-17"], cellPhone: "021000021" }],
    ["as another value of a list", { paymentFrequency: { payFrequency: "512-68-3097", lastPayDate: "1984-03-17" } }],
  ])("is kept for fields that are sent %s", async (_, customer) => {
    const shopper = store.shopper()
    await shopper.fillCart()
    let answer = ""
    const log = await logOf(async () => {
      const application = { ...applicant(), customer: { ...APPLICANT.customer, ...customer } }
      const { status, body } = await shopper.apply(undefined, { application })
      expect(status).toBe(400)
      answer = JSON.stringify(body)
    })
    expectNone(`${answer}${log}${await databaseOf(store)}`, [...APPLICANT_SECRETS, "19840317"])
  })

  it.each(["validation-403", "500", "malformed-json", "half-body", "409"] as const)(
    "is kept when the service fails with the application in its hands (%s)",
    async (fault) => {
      const shopper = store.shopper()
      await shopper.fillCart()
      store.sandbox.fault({ route: "POST /application", fault })
      let answer = ""
      const log = await logOf(async () => {
        answer = JSON.stringify(await shopper.apply(undefined, { attemptId: randomUUID() }))
      })
      // The failure is in the log, so the log is really what is looked at.
      expect(log).toContain("submitApplication")
      expectNone(`${answer}${log}${await databaseOf(store)}`, APPLICANT_SECRETS)
    },
  )
})
