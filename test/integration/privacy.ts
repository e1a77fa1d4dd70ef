import { LEASE_MODULE } from "../../src/modules/lease"
import type { LeaseModuleService } from "../../src/modules/lease/ledger"
import { APPLICANT, APPLICANT_SECRETS, applicant } from "./support/applicant"
import { eventually } from "./support/eventually"
import type { Answer } from "./support/http"
import { storeRules } from "./support/lease-store"
import type { Shopper } from "./support/shopper"
import { databaseOf, logOf } from "./support/traces"

const MISPLACED = { ssn: { text: "512-68-3097" }, birthdate: ["1984-03-17"], cellPhone: "021000021" }

/** No applicant data, secret, lease key or contract address is in a table, a log line, a response or session data. */
export const privacy = storeRules("privacy", (store) => {
  function expectNone(text: string, secrets: string[]) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  }

  it("a whole checkout stores and logs no applicant data", async () => {
    const shopper = store.shopper()
    const answers: unknown[] = []
    let contractUrl = ""
    const log = await logOf(async () => {
      await shopper.fillCart()
      answers.push({ ...(await shopper.apply()).body, leaseKey: "" }, (await shopper.offer()).body)
      contractUrl = (await shopper.contract()).body.url
      await shopper.signAt(contractUrl)
      answers.push((await shopper.signature()).body, await shopper.startPayment())
      answers.push((await store.andWait("order.placed", () => shopper.complete())).body, (await shopper.view()).body)
    })
    const { username, password } = store.sandbox
    const login = Buffer.from(`${username}:${password}`).toString("base64")
    const secrets = [...APPLICANT_SECRETS, shopper.leaseKey ?? "", new URL(contractUrl).pathname, login]
    for (const text of [await databaseOf(store), log, JSON.stringify(answers)]) expectNone(text, secrets)
  })

  it("a store's code can count, export and erase a person's data with the module's methods", async () => {
    const module = store.container.resolve<LeaseModuleService>(LEASE_MODULE)
    const shopper = await store.filled()
    await shopper.apply()
    const person = { email: (await store.ledger.leftOfCart(shopper.cartId))?.email ?? "" }
    expect(await module.countPerson(person)).toMatchObject({ leases: 1 })
    const rows: unknown[] = []
    for await (const row of module.exportPerson(person)) rows.push(row)
    expect(rows).not.toEqual([])
    expect(await module.planErasure(person, { includeDelivered: false })).toMatchObject({ leases: 1, kept: [] })
    const actor = { by: "merchant" } as const
    expect(await module.erasePerson(person, { includeDelivered: false, actor })).toMatchObject({ leases: 1, kept: [] })
    expect(await module.countPerson(person)).toMatchObject({ leases: 0 })
    expect([await module.countAged(30), await module.eraseAged(30)]).toEqual([0, 0])
  })

  it("the job forgets an application's network after a week", async () => {
    const module = store.container.resolve<LeaseModuleService>(LEASE_MODULE)
    const shopper = await store.filled()
    await shopper.apply()
    const networks = async () =>
      (await module.listLeaseSubmissions({ cart_id: shopper.cartId })).map(({ network }) => network)
    expect(await networks()).toEqual([expect.stringMatching(/./)])
    await store.jobAfter("8 days")
    expect(await eventually(networks, ([network]) => network === "")).toEqual([""])
  })

  it.each<[string, (shopper: Shopper) => Promise<Answer>]>([
    [
      "a body that is cut off",
      ({ http, cartId }) => {
        const body = JSON.stringify({ application: APPLICANT }).slice(0, -20)
        return http.post(`/store/lease-to-own/carts/${cartId}/application`, body)
      },
    ],
    [
      "fields in the wrong place",
      (shopper) => {
        const customer = { ...APPLICANT.customer, ...MISPLACED }
        return shopper.apply(undefined, { application: { ...applicant(), customer } })
      },
    ],
    [
      "the service, which repeats it",
      (shopper) => {
        store.sandbox.fault({ route: "POST /application", fault: "validation-403" })
        return shopper.apply()
      },
    ],
  ])("an application refused for %s leaves no personal data", async (_, send) => {
    const shopper = await store.filled()
    let answer = ""
    const log = await logOf(async () => {
      const { status, body } = await send(shopper)
      expect(status).toBeGreaterThanOrEqual(400)
      answer = JSON.stringify(body)
    })
    expectNone(`${answer}${log}${await databaseOf(store)}`, APPLICANT_SECRETS)
  })
})
